import { join } from 'node:path'
import { Command } from 'commander'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { measuredOn } from '../harness/machine.ts'
import { measureThinkTimes, PROTOCOLS } from './think-times.ts'

/** A replay is to think as long as was recorded: within 2 ms or 5 %, whichever is more. */
const LIMIT_MS = 2
const LIMIT_SHARE = 0.05
const PORTS = { http: 18_080, https: 18_443 }

/** `bench-replay`: how well the lab's server keeps think times, over loopback and without a link. */
export function benchReplayCommand(): Command {
  return new Command('bench-replay')
    .description(
      'Replays a page with known think times under each protocol and measures them as a recording does.',
    )
    .addOption(cacheOption('where the lab’s server is'))
    .action(bench)
}

async function bench({ cache }: { cache: string }): Promise<void> {
  await using interrupt = untilInterrupted()
  const on = measuredOn((line) => process.stderr.write(`${line}\n`))
  await using folder = await benchFolder()
  console.log(`${on.cores} cores, ${on.cpuModel}, node ${on.node}`)
  console.log('protocol  planned ms    n  median ms  worst error ms')
  const late: string[] = []
  for (const [place, protocol] of PROTOCOLS.entries()) {
    const ports = { http: PORTS.http + place, https: PORTS.https + place }
    const path = join(folder.path, String(place))
    for (const { plannedMs, n, medianMs, worstErrorMs } of await measureThinkTimes(
      protocol,
      path,
      cache,
      ports,
      interrupt.signal,
    )) {
      const cells = [String(plannedMs), String(n), medianMs.toFixed(2), worstErrorMs.toFixed(2)]
      const widths = [12, 5, 11, 16]
      console.log(protocol.padEnd(8) + cells.map((cell, i) => cell.padStart(widths[i] ?? 0)).join(''))
      const limitMs = Math.max(LIMIT_MS, LIMIT_SHARE * plannedMs)
      if (Math.abs(medianMs - plannedMs) > limitMs) late.push(`${protocol} ${plannedMs} ms`)
    }
  }
  if (late.length > 0) throw new CliError(EXIT.software, `off by more than the limit: ${late.join(', ')}`)
}
