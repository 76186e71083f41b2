import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Command } from 'commander'
import { CliError, type ExitCode, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { ENTRY } from '../../cli/options/entry.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { measuredOn } from '../harness/machine.ts'
import { overheadReport, plannedTime } from './overhead.ts'

/** `bench-lab`: how much longer a plan takes than its pages and pauses. */
export function benchLabCommand(): Command {
  return new Command('bench-lab')
    .description('Runs a plan of the lab and compares its wall time with its page load times and pauses.')
    .argument('[plan]', 'file of a plan, or the name of one of towline’s own', 'quick')
    .argument('[options...]', 'further options of `towline lab run`, after --')
    .action(bench)
}

async function bench(plan: string, options: readonly string[]): Promise<void> {
  await using interrupt = untilInterrupted()
  const on = measuredOn((line) => process.stderr.write(`${line}\n`))
  await using folder = await benchFolder()
  const database = join(folder.path, 'lab.sqlite')
  const startMs = performance.now()
  const child = spawn(process.execPath, [ENTRY, 'lab', 'run', plan, '--database', database, ...options], {
    stdio: ['ignore', process.stderr, process.stderr],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  const wallMs = performance.now() - startMs
  interrupt.signal.throwIfAborted()
  if (code !== 0) throw new CliError((code ?? 70) as ExitCode, `the run ended with ${code}: see above`)
  await using db = await openDatabase({ url: database, readOnly: true })
  console.log(`${on.cores} cores, ${on.cpuModel}, node ${on.node}; plan ${plan}`)
  console.log(overheadReport(wallMs, await plannedTime(db, 1)))
}
