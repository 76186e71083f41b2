import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { onCores } from '../../lab/load/cores/pinned-cores.ts'
import type { LoadResource } from '../../lab/load/order.ts'
import { DEFAULT_PORTS } from '../../lab/origin/serve-order.ts'
import type { LoadProtocol } from '../../model/load-second.ts'
import type { BenchLab } from './bench-lab.ts'

/** Connections that ask all the time, one request at a time each. */
const CONNECTIONS = 10
const SECONDS = 5
const OHA_VERSIONS: Readonly<Record<LoadProtocol, string>> = { h1: '1.1', h2: '2', h3: '3' }

/** The one small file that is asked for. */
export function smallFile({ lab }: BenchLab): LoadResource {
  const file = lab.page.resources.at(-1)
  if (file === undefined) throw new Error('a page without files')
  return file
}

/** Requests per second of one small file by page users whose page is that file alone; the first second does not count. */
export async function pageUserRate(bench: BenchLab, arm: LoadProtocol): Promise<number> {
  const seconds = await bench.load(arm, () => ({
    resources: [smallFile(bench)],
    ramp: [{ atMs: 0, users: CONNECTIONS }],
    connections: 'kept',
    durationMs: SECONDS * 1_000,
    thinkMs: 0,
  }))
  const counted = seconds.slice(1)
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
  return sum(counted.map(({ answers }) => answers)) / (sum(counted.map(({ lengthMs }) => lengthMs)) / 1_000)
}

/** The same by `oha`, from the same core. */
export async function ohaRate(
  bench: BenchLab,
  arm: LoadProtocol,
  program: string,
  signal: AbortSignal,
): Promise<number> {
  const { lab, cores } = bench
  const file = smallFile(bench)
  const [command = '', ...args] = lab.network.command('client', [
    ...onCores(cores === null ? undefined : [cores.client]),
    ...[
      program,
      '-c',
      `${CONNECTIONS}`,
      '-p',
      '1',
      '-z',
      `${SECONDS}s`,
      '--no-tui',
      '--output-format',
      'json',
    ],
    ...['--insecure', '--http-version', OHA_VERSIONS[arm]],
    `https://${file.host}:${DEFAULT_PORTS.https}${file.path}`,
  ])
  const { stdout } = await promisify(execFile)(command, args, { signal, maxBuffer: 2 ** 26 })
  const { summary, statusCodeDistribution } = JSON.parse(stdout) as OhaReport
  if (Object.keys(statusCodeDistribution).join() !== '200')
    throw new Error(`oha over ${arm}: ${JSON.stringify(statusCodeDistribution)}`)
  return summary.requestsPerSec
}

interface OhaReport {
  readonly summary: { readonly requestsPerSec: number }
  readonly statusCodeDistribution: Readonly<Record<string, number>>
}
