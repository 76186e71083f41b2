/** A server process to start in the servers' namespace. */
export interface ServerCommand {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
}
