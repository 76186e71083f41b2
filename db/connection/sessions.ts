import type { Row, Value } from './database.ts'

/** A connection: one statement after the other. What it rejects with is the driver's own error. */
export interface Session {
  run(sql: string, bindings: readonly Value[]): Promise<Row[]>
}

export interface Sessions extends AsyncDisposable {
  /** One that nobody else has until it is released. */
  acquire(): Promise<Session>
  release(session: Session): void
}
