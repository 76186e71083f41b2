import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { graphFromFile } from '../../lab/graph/graph-from.ts'
import type { Graph } from '../../model/graph/graph.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { VERSION } from '../options/version.ts'
import { visible } from '../output/text.ts'
import { graphJson } from './graph-json.ts'
import { graphOfSample } from './graph-of-sample.ts'
import { sizeText } from './graph-words.ts'

interface MakeOptions {
  readonly sample?: readonly number[]
  readonly out?: string
  readonly database: string
}

const EXAMPLES = `
Examples:
  towline graph make --sample 17 --out graph.json
  towline graph make --sample 17 21 23 --out graphs/shop
  towline graph make recordings/example --out graph.json
  towline graph make page.har | jq .load
`

const sampleNumber = wholeNumber(1, 999_999_999)

/** `towline graph make`: the graph of a sample, a recording or a HAR, or those of several samples of a page. */
export function graphMakeCommand(): Command {
  return new Command('make')
    .argument('[source]', 'folder of a recording, or a HAR file')
    .addOption(
      new Option(
        '--sample <n...>',
        'in place of a source, a sample of the database; or several, each written to N.json in the folder --out',
      ).argParser((text: string, before: readonly number[] | undefined) => [
        ...new Set([...(before ?? []), sampleNumber(text)]),
      ]),
    )
    .option(
      '--out <path>',
      'file that it goes to (default: the standard output), or folder for several samples',
    )
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(async (source: string | undefined, { sample: samples, out, database }: MakeOptions) => {
      if ((source === undefined) === (samples === undefined))
        throw new CliError(EXIT.usage, 'give a recording or a HAR file, or --sample, and not both')
      if (samples === undefined) await writeOne(await graphFromFile(source ?? '', VERSION), out)
      else await writeSamples(database, samples, out)
    })
}

async function writeSamples(database: string, samples: readonly number[], out?: string): Promise<void> {
  if (samples.length > 1 && out === undefined)
    throw new CliError(EXIT.usage, 'several samples: say by --out which folder their graphs go to')
  const graphs = await graphsOf(database, samples)
  const [first, ...others] = graphs
  if (first === undefined) return
  if (out === undefined || others.length === 0) return await writeOne(first.graph, out)
  const other = others.find(({ graph }) => graph.pageUrl !== first.graph.pageUrl)
  if (other !== undefined)
    throw new CliError(EXIT.data, `samples ${first.sample} and ${other.sample} are of different pages`)
  try {
    await mkdir(out, { recursive: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new CliError(EXIT.usage, `${out} is a file: name a folder for the graphs`, { cause: error })
    throw error
  }
  for (const { sample, graph } of graphs) await writeOne(graph, join(out, `${sample}.json`))
}

async function graphsOf(
  database: string,
  samples: readonly number[],
): Promise<{ readonly sample: number; readonly graph: Graph }[]> {
  await using db = await openDatabase({ url: database, readOnly: true })
  const graphs = []
  for (const sample of samples) graphs.push({ sample, graph: await graphOfSample(db, sample) })
  return graphs
}

async function writeOne(graph: Graph, out: string | undefined): Promise<void> {
  const text = graphJson(graph)
  if (out === undefined) {
    process.stdout.write(text)
    return
  }
  await writeFile(out, text)
  console.log(visible(`${sizeText(graph)}: ${out}`))
}
