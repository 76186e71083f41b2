import { Command, Option } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import type { ServerName } from '../../lab/origin/servers.ts'
import { LOAD_PROTOCOLS } from '../../model/load-second.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { findProgram } from '../harness/find-program.ts'
import { inTurns } from '../harness/in-turns.ts'
import { machineLine, measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { type Agreement, agreementOf, agreementTable } from './agreement.ts'
import { openBenchLab } from './bench-lab.ts'
import { chromiumTimes } from './chromium-times.ts'
import { pageUserTimes } from './page-user-times.ts'
import { ohaRate, pageUserRate } from './request-rates.ts'

interface BenchOptions {
  readonly only?: 'chromium' | 'oha'
  readonly rounds: string
  readonly loads: string
  readonly cache: string
}

const PAGE = 'neotys'
/** Without a link, and that of the plan neotys. */
const RTTS_MS = [0, 85]
const SERVERS: readonly ServerName[] = ['towline', 'caddy']

/** `bench-load`: whether page users measure what Chromium and oha do. */
export function benchLoadCommand(): Command {
  return new Command('bench-load')
    .description('Compares page times of a page user with Chromium’s, and requests/s with those of oha.')
    .addOption(new Option('--only <peer>', 'only this comparison').choices(['chromium', 'oha']))
    .option('--rounds <n>', 'times that both take turns', '3')
    .option('--loads <n>', 'of each arm in a round', '10')
    .addOption(cacheOption('where the lab’s programs are'))
    .action(bench)
}

async function bench(options: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  console.log(machineLine(measuredOn(printProgress), 'clients'))
  if (options.only !== 'oha') console.log(agreementTable(await besideChromium(options, signal), 'Chromium'))
  if (options.only === 'chromium') return
  const oha = findProgram('oha')
  if (oha === null) throw new CliError(EXIT.unavailable, 'there is no oha on the PATH (docs/benchmarks.md)')
  console.log(agreementTable(await besideOha(oha, options, signal), 'oha'))
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

async function besideOha(
  oha: string,
  { rounds, cache }: BenchOptions,
  signal: AbortSignal,
): Promise<Agreement[]> {
  const rows: Agreement[] = []
  await using bench = await openBenchLab({ cacheDir: cache, page: PAGE, rttMs: 0, servers: SERVERS, signal })
  for (const server of SERVERS)
    for (const arm of LOAD_PROTOCOLS) {
      const rates = { users: [] as number[], oha: [] as number[] }
      for await (const { entrant } of inTurns(['users', 'oha'] as const, Number(rounds), signal)) {
        await bench.lab.serve(server, 1)
        const rate =
          entrant === 'users' ? await pageUserRate(bench, arm) : await ohaRate(bench, arm, oha, signal)
        printProgress(`${server}, ${arm}, ${entrant}: ${rate.toFixed(0)} requests/s`)
        rates[entrant].push(rate)
      }
      rows.push(agreementOf(`${server}, ${arm}`, 'requests/s', rates.users, rates.oha))
    }
  return rows
}
