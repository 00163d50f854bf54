/** Whether an id is a UUID, such as the name of a thread that nobody named. */
export const isUuid = (id: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id);
