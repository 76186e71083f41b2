import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { CliError, EXIT, untilInterrupted } from '../../cli/exit/exit-codes.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { cacheOption } from '../../cli/options/cache-option.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { measuredOn } from '../harness/machine.ts'
import { spread } from '../harness/spread.ts'
import { NODES } from './long-graphs.ts'
import { ownOverhead } from './own-overhead.ts'

/** A load of 1,000 nodes is to cost no more beside the network. */
const LIMIT_MS = 5
const LIMIT_BYTES = 50_000_000
const PORTS = { http: 19_080, https: 19_443 }

/** `bench-graph`: what the replayer adds to a load, over loopback and without a link. */
export function benchGraphCommand(): Command {
  return new Command('bench-graph')
    .description(
      `Loads graphs of ${NODES} nodes without a browser, and measures what that costs beside the network.`,
    )
    .addOption(
      new Option('--loads <n>', 'of each graph under each protocol')
        .argParser(wholeNumber(1, 1_000))
        .default(20),
    )
    .addOption(cacheOption('where the lab’s programs are'))
    .action(bench)
}

async function bench({ cache, loads }: { readonly cache: string; readonly loads: number }): Promise<void> {
  await using interrupt = untilInterrupted()
  const on = measuredOn((line) => process.stderr.write(`${line}\n`))
  await using folder = await benchFolder()
  console.log(`${on.cores} cores, ${on.cpuModel}, node ${on.node}; ${loads} loads each, medians`)
  console.log('graph  protocol  overhead ms  largest ms  load ms  CPU ms  largest RSS MB')
  const missed: string[] = []
  let place = 0
  for (const graph of ['chain', 'fan'] as const)
    for (const protocol of GRAPH_ARMS) {
      const path = join(folder.path, `${graph}-${protocol}`)
      await mkdir(path)
      const ports = { http: PORTS.http + place, https: PORTS.https + place }
      place += 1
      const found = await ownOverhead({
        ...{ graph, protocol, loads, folder: path, cacheDir: cache, ports, signal: interrupt.signal },
      })
      const spreadOf = (name: keyof (typeof found)[number]) => spread(found.map((each) => each[name]))
      const [overhead, memory] = [spreadOf('overheadMs'), spreadOf('rssBytes')]
      const cells = [
        overhead.median.toFixed(2),
        overhead.max.toFixed(2),
        spreadOf('loadMs').median.toFixed(1),
        spreadOf('cpuMs').median.toFixed(1),
        (memory.max / 1e6).toFixed(1),
      ]
      const widths = [13, 12, 9, 8, 16]
      const line = cells.map((cell, index) => cell.padStart(widths[index] ?? 0)).join('')
      console.log(`${graph.padEnd(7)}${protocol.padEnd(8)}${line}`)
      if (overhead.median > LIMIT_MS || memory.max > LIMIT_BYTES) missed.push(`${graph} ${protocol}`)
    }
  if (missed.length > 0) throw new CliError(EXIT.software, `more than the limit: ${missed.join(', ')}`)
}
