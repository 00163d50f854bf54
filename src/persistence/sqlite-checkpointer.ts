/** Keeps conversations in a SQLite file: LangGraph's saver, with each message stored once and errors in plain words. */
import type { RunnableConfig } from "@langchain/core/runnables";
import type { CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { RostrumError } from "../errors.js";
import { SharingSerializer } from "./shared-values.js";
import { explainSqlite, openSqliteFile, sqliteContents } from "./sqlite-file.js";

export class SqliteCheckpointer extends SqliteSaver {
  constructor(private readonly file: string) {
    const database = openSqliteFile(file);
    super(database, new SharingSerializer(sqliteContents(database)));
  }

  override getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.explained(() => super.getTuple(config));
  }

  override put(...saving: Parameters<SqliteSaver["put"]>): ReturnType<SqliteSaver["put"]> {
    return this.explained(() => super.put(...saving));
  }

  override putWrites(...saving: Parameters<SqliteSaver["putWrites"]>): Promise<void> {
    return this.explained(() => super.putWrites(...saving));
  }

  /** Closes the file. What was saved is in it. */
  async close(): Promise<void> {
    this.db.close();
  }

  private async explained<Result>(act: () => Promise<Result>): Promise<Result> {
    if (!this.db.open) throw new RostrumError("storage-failed", `${this.file}: it has been closed; open it again`);
    try {
      return await act();
    } catch (error) {
      throw explainSqlite(error, this.file);
    }
  }
}
