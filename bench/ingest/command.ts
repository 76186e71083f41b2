import { Command } from 'commander'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { ingest } from './ingest.ts'
import { ingestReport } from './report.ts'

interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
  readonly seed: number
}

/** `bench-ingest`: how many contributions a second are accepted, each durable before it is acknowledged. */
export function benchIngestCommand(): Command {
  return new Command('bench-ingest')
    .description(
      'Contributes made-up records to a server in a process of its own: as fast as it goes, then at half of that rate; kills it and counts what is there.',
    )
    .option('--rounds <n>', 'rounds, each with a new server and database', wholeNumber(1, 100), 3)
    .option('--seconds <s>', 'of each load', wholeNumber(1, 3_600), 20)
    .option('--connections <n>', 'connections at once', wholeNumber(1, 1_000), 200)
    .option('--seed <n>', 'equal seeds make equal times and gaps', wholeNumber(0, 2 ** 31), 1)
    .action(bench)
}

async function bench({ rounds, seconds, connections, seed }: BenchOptions): Promise<void> {
  await using interrupt = untilInterrupted()
  const on = measuredOn(printProgress)
  const result = await ingest({
    rounds,
    connections,
    seed,
    say: printProgress,
    durationMs: seconds * 1_000,
    clock: () => performance.now(),
    now: () => new Date().toISOString(),
    signal: interrupt.signal,
  })
  console.log(ingestReport(result, on))
}
