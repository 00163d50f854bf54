/** Waits for something that cannot be cancelled, but no longer than the signal allows. Rejects with the signal's reason. */
export function unlessAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const release = () => signal.removeEventListener("abort", stop);
    Promise.resolve(value).then(resolve, reject).finally(release);
  });
}
