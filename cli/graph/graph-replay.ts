import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command, InvalidArgumentError, Option } from 'commander'
import { readGraph } from '../../lab/graph/read-graph.ts'
import { GRAPH_ARMS } from '../../lab/graph/replay/graph-arms.ts'
import { graphFiles } from '../../lab/graph/replay/graph-files.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'
import type { Plan } from '../../lab/plan/plan.ts'
import { type PageFile, planOfFiles } from '../../lab/plan/plan-of-files.ts'
import { MANY_CELLS } from '../../lab/plan/read-plan.ts'
import { recordedLink } from '../../lab/replay/recorded-link.ts'
import type { Graph } from '../../model/graph/graph.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import {
  addTakingOptions,
  type LoadedOptions,
  linksOption,
  loadedRoundsOption,
  pauseOption,
  randomSeedOption,
  type TakingOptions,
  untilCiOption,
} from '../lab/taking-options.ts'
import { armList } from '../options/arm-list.ts'
import { cacheOption } from '../options/cache-option.ts'
import { databaseOption } from '../options/database.ts'

interface GraphReplayOptions extends Omit<TakingOptions, 'maxMisses'>, LoadedOptions {
  readonly compute: number
}

const EXAMPLES = `
Examples:
  towline graph replay shop.json --link profile=webpagetest-4g --rounds 100
  towline graph replay graphs/shop --rounds 90 --blocks 9
  towline graph replay shop.json news.json --arms h1,h3 --compute 0 \\
    --link rtt=20ms,down=10,up=10 --link rtt=200ms,down=10,up=10 --resume
`

/** `towline graph replay`: loads graphs in the lab, without a browser. */
export function graphReplayCommand(): Command {
  const command = new Command('replay')
    .argument(
      '<files...>',
      'graphs, as `towline graph make` writes them, or folders of graphs of several loads of a page, which blocks of rounds ' +
        'load in turn',
    )
    .option('--resume', 'resume the newest unfinished replay of these graphs')
    .addOption(
      new Option('--arms <names>', `protocol settings, comma separated, of: ${GRAPH_ARMS.join(',')}`)
        .argParser(armList(GRAPH_ARMS))
        .default([...GRAPH_ARMS], GRAPH_ARMS.join(',')),
    )
    .addOption(linksOption('graph’s page was loaded'))
    .addOption(loadedRoundsOption(100))
    .addOption(
      new Option(
        '--compute <share>',
        'how much of the page’s own time a load takes, 0 to 1: 0 is network alone',
      )
        .argParser(share)
        .default(1),
    )
    .addOption(untilCiOption())
    .addOption(randomSeedOption())
    .addOption(pauseOption(200, '200ms'))
  return addTakingOptions(command, { recordings: false })
    .option('--yes', 'allow more than 2,000 graphs and links')
    .addOption(databaseOption())
    .addOption(cacheOption('where the lab’s programs are unpacked'))
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], options: GraphReplayOptions) => {
      const paths = [...new Set(files.map((file) => resolve(file)))]
      const { compute } = options
      const { takeLabRun } = await import('../lab/take-lab-run.ts')
      process.exitCode = await takeLabRun(await planOf(paths, options), options, {
        asked: {},
        loads: { compute },
        resultsCommand: 'lab results',
      })
    })
}

function share(text: string): number {
  const number = Number(text)
  if (!/^(0|1|0?\.\d+|1\.0+|0\.0*)$/.test(text) || number > 1)
    throw new InvalidArgumentError('It must be a number from 0 to 1.')
  return number
}

/** @throws GraphError, CliError */
async function planOf(
  paths: readonly string[],
  { arms, link, rounds, pause, seed, yes }: GraphReplayOptions,
): Promise<Plan> {
  try {
    const graphs: PageFile[] = []
    for (const path of paths) {
      const graphsOfPage = []
      for (const file of graphFiles(path)) graphsOfPage.push({ file, graph: await readGraph(file) })
      graphs.push({ path, links: link ?? [ownLink(graphsOfPage, path)] })
    }
    const cells = graphs.reduce((sum, { links }) => sum + links.length, 0)
    if (cells > MANY_CELLS && yes !== true)
      throw new CliError(EXIT.usage, `${cells} graphs and links: say --yes to that many`)
    return planOfFiles('graph', graphs, { arms, rounds, pauseMs: pause, seed })
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(EXIT.data, error.message, { cause: error })
    throw error
  }
}

/** The link that the page of graphs was loaded behind, the same in all of them. */
function ownLink(
  graphs: readonly { readonly file: string; readonly graph: Graph }[],
  path: string,
): LinkCondition {
  const links = graphs.map(({ file, graph: { madeFrom } }) => {
    const found = recordedLink({ link: madeFrom.link as Parameters<typeof recordedLink>[0]['link'] })
    if (found === null)
      throw new CliError(EXIT.usage, `${file} does not say which link its page was loaded behind: say --link`)
    return found
  })
  const [first] = links
  if (first === undefined || links.some((link) => !isDeepStrictEqual(link, first)))
    throw new CliError(EXIT.usage, `${path}: its graphs are of loads behind different links: say --link`)
  return first
}
