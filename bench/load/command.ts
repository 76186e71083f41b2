import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { findProgram } from '../../crawler/process/find-program.ts'
import type { ServerName } from '../../lab/origin/servers.ts'
import { LOAD_PROTOCOLS, type LoadProtocol } from '../../model/load-second.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { inTurns } from '../harness/in-turns.ts'
import { machineLine, measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { type Agreement, agreementOf, agreementTable } from './agreement.ts'
import { openBenchLab } from './bench-lab.ts'
import { chromiumTimes } from './chromium-times.ts'
import { clientMemory, memoryTable } from './client-memory.ts'
import { ohaRate, pageUserRate, smallFile } from './request-rates.ts'

interface PageUserTimesOptions {
  readonly cacheDir: string
  readonly page: string
  readonly rttMs: number
  readonly loads: number
  readonly signal: AbortSignal
}

/** Page times of one page user who opens new connections for each page, ms, by arm; the first page does not count. */
async function pageUserTimes(options: PageUserTimesOptions): Promise<Map<LoadProtocol, number[]>> {
  const { loads, ...rest } = options
  await using bench = await openBenchLab({ ...rest, servers: ['towline'] })
  const times = new Map<LoadProtocol, number[]>()
  for (const arm of LOAD_PROTOCOLS) {
    await bench.lab.serve('towline', 1)
    const one = { ramp: [{ atMs: 0, users: 1 }], connections: 'fresh', durationMs: LONG_MS } as const
    // As in Chromium, whose first loads are warm-ups.
    await bench.load(arm, () => ({ ...one, pagesPerUser: 1 }))
    const seconds = await bench.load(arm, () => ({ ...one, pagesPerUser: loads, thinkMs: PAUSE_MS }))
    const us = seconds.flatMap(({ pageTimesUs }) =>
      pageTimesUs.flatMap(([time, pages]) => new Array<number>(pages).fill(time)),
    )
    times.set(
      arm,
      us.map((time) => time / 1_000),
    )
  }
  return times
}

const PAUSE_MS = 100
const LONG_MS = 600_000

interface BenchOptions {
  readonly only?: (typeof PARTS)[number]
  readonly rounds: string
  readonly loads: string
  readonly cache: string
}

const PARTS = ['chromium', 'oha', 'memory'] as const
const PAGE = 'neotys'
/** Without a link, and that of the plan neotys. */
const RTTS_MS = [0, 85]
const SERVERS: readonly ServerName[] = ['towline', 'caddy']
/** Each answer of the server waits so long, so that it is not the client's core that limits the rate. */
const ANSWER_MS = 10

/** `bench-load`: whether page users measure what Chromium and oha do, and what memory they need. */
export function benchLoadCommand(): Command {
  return new Command('bench-load')
    .description(
      'Compares page times of a page user with Chromium’s and requests/s with those of oha, and reads the memory of 1,000 page users.',
    )
    .addOption(new Option('--only <part>', 'only this part').choices(PARTS))
    .option('--rounds <n>', 'times that both take turns', '3')
    .option('--loads <n>', 'of each arm in a round', '10')
    .addOption(cacheOption('where the lab’s programs are'))
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  console.log(machineLine(measuredOn(printProgress), 'clients'))
  const has = (part: (typeof PARTS)[number]) => (options.only ?? part) === part
  if (has('chromium')) console.log(agreementTable(await besideChromium(options, signal), 'Chromium'))
  if (has('memory'))
    console.log(memoryTable(await clientMemory({ page: PAGE, cacheDir: options.cache, signal })))
  if (!has('oha')) return
  const oha = findProgram('oha')
  if (oha === null) throw new CliError(EXIT.unavailable, 'there is no oha on the PATH (docs/benchmarks.md)')
  const { agreements, costs } = await besideOha(oha, options, signal)
  console.log(agreementTable(agreements, 'oha'))
  console.log(agreementTable(costs, 'oha', false))
}

async function besideChromium(
  { rounds, loads, cache }: BenchOptions,
  signal: AbortSignal,
): Promise<Agreement[]> {
  const rows: Agreement[] = []
  for (const rttMs of RTTS_MS) {
    const times = { chromium: new Map<string, number[]>(), users: new Map<string, number[]>() }
    for await (const { entrant, round } of inTurns(['chromium', 'users'] as const, Number(rounds), signal)) {
      printProgress(`${rttMs} ms, round ${round + 1}: ${entrant}`)
      await using folder = await benchFolder()
      const asked = { cacheDir: cache, page: PAGE, rttMs, loads: Number(loads), signal }
      const found =
        entrant === 'chromium'
          ? await chromiumTimes({ ...asked, folder: folder.path })
          : await pageUserTimes(asked)
      for (const [arm, values] of found)
        times[entrant].set(arm, [...(times[entrant].get(arm) ?? []), ...values])
    }
    for (const arm of LOAD_PROTOCOLS)
      rows.push(
        agreementOf(
          `${arm}, ${rttMs} ms RTT`,
          'ms a page',
          times.users.get(arm) ?? [],
          times.chromium.get(arm) ?? [],
        ),
      )
  }
  return rows
}

/** What both count where the server is the limit, and what either can do where its own core is. */
async function besideOha(
  oha: string,
  { rounds, cache }: BenchOptions,
  signal: AbortSignal,
): Promise<{ readonly agreements: Agreement[]; readonly costs: Agreement[] }> {
  await using bench = await openBenchLab({ cacheDir: cache, page: PAGE, rttMs: 0, servers: SERVERS, signal })
  const compare = async (server: ServerName, arm: LoadProtocol, answerMs: number): Promise<Agreement> => {
    const { host, path } = smallFile(bench)
    const what = `${server}, ${arm}${answerMs > 0 ? `, answers after ${answerMs} ms` : ''}`
    const rates = { users: [] as number[], oha: [] as number[] }
    for await (const { entrant } of inTurns(['users', 'oha'] as const, Number(rounds), signal)) {
      await bench.lab.serve(server, 1, answerMs > 0 ? { [`${host}${path}`]: answerMs } : {})
      const rate =
        entrant === 'users' ? await pageUserRate(bench, arm) : await ohaRate(bench, arm, oha, signal)
      printProgress(`${what}, ${entrant}: ${rate.toFixed(0)} requests/s`)
      rates[entrant].push(rate)
    }
    return agreementOf(what, 'requests/s', rates.users, rates.oha)
  }
  const agreements: Agreement[] = []
  for (const arm of LOAD_PROTOCOLS) agreements.push(await compare('towline', arm, ANSWER_MS))
  const costs: Agreement[] = []
  for (const server of SERVERS) for (const arm of LOAD_PROTOCOLS) costs.push(await compare(server, arm, 0))
  return { agreements, costs }
}
