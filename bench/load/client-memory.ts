import { type Column, textTable } from '../../cli/output/table.ts'
import { ALPN_BY_ARM } from '../../lab/load/plan/planned-loads.ts'
import { SERVERS, type ServerName } from '../../lab/origin/servers.ts'
import { LOAD_PROTOCOLS, type LoadProtocol } from '../../model/load-second.ts'
import { inTurns } from '../harness/in-turns.ts'
import { printProgress } from '../harness/progress.ts'
import { openBenchLab } from './bench-lab.ts'

export interface ClientMemoryOptions {
  readonly cacheDir: string
  readonly page: string
  readonly signal: AbortSignal
}

export interface ClientMemory {
  readonly server: ServerName
  readonly arm: LoadProtocol
  /** The most of all seconds. */
  readonly rssBytes: number
}

const LOADED: readonly ServerName[] = ['towline', 'caddy', 'nginx']
const MOST_BYTES = 300e6
/** Those of the plan neotys, who come faster. */
const USERS = 1_000
const RAMP_MS = 90_000
const HOLD_MS = 20_000
const THINK_MS = 5_000
const RTT_MS = 85

/** Ramps 1,000 users who keep their connections against each server under each of its protocols. */
export async function clientMemory({ cacheDir, page, signal }: ClientMemoryOptions): Promise<ClientMemory[]> {
  await using bench = await openBenchLab({ cacheDir, page, rttMs: RTT_MS, servers: LOADED, signal })
  const found: ClientMemory[] = []
  const loads = LOADED.flatMap((server) =>
    LOAD_PROTOCOLS.filter((arm) => SERVERS[server].protocols.includes(ALPN_BY_ARM[arm])).map((arm) => ({
      server,
      arm,
    })),
  )
  for await (const { entrant } of inTurns(loads, 1, signal)) {
    await bench.lab.serve(entrant.server, 1)
    const seconds = await bench.load(entrant.arm, () => ({
      ramp: [
        { atMs: 0, users: 1 },
        { atMs: RAMP_MS, users: USERS },
      ],
      durationMs: RAMP_MS + HOLD_MS,
      thinkMs: THINK_MS,
    }))
    const rssBytes = Math.max(...seconds.map((second) => second.rssBytes ?? 0))
    printProgress(`${entrant.server}, ${entrant.arm}: ${megabytes(rssBytes)} MB`)
    found.push({ ...entrant, rssBytes })
  }
  return found
}

export function memoryTable(rows: readonly ClientMemory[]): string {
  const columns: readonly Column<ClientMemory>[] = [
    { heading: '1,000 page users', cell: ({ server, arm }) => `${server}, ${arm}` },
    { heading: 'client, MB', cell: ({ rssBytes }) => megabytes(rssBytes), align: 'right' },
    {
      heading: `at most ${megabytes(MOST_BYTES)} MB`,
      cell: ({ rssBytes }) => (rssBytes <= MOST_BYTES ? 'met' : 'MISSED'),
    },
  ]
  return textTable(rows, columns)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
