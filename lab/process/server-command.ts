export interface ServerCommand {
  readonly name: string
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Runs before all others of the machine (real-time.ts). Default: as they do. */
  readonly inRealTime?: boolean
}
