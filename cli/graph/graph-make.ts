import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import { openDatabase } from '../../db/connection/open.ts'
import { graphFromFile } from '../../lab/graph/graph-from.ts'
import type { Graph } from '../../model/graph/graph.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { wholeNumber } from '../options/arguments.ts'
import { databaseOption } from '../options/database.ts'
import { VERSION } from '../options/version.ts'
import { visible } from '../output/visible.ts'
import { graphJson } from './graph-json.ts'
import { graphOfSample } from './graph-of-sample.ts'
import { sizeText } from './graph-words.ts'

interface MakeOptions {
  readonly sample?: number
  readonly out?: string
  readonly database: string
}

const EXAMPLES = `
Examples:
  towline graph make --sample 17 --out graph.json
  towline graph make recordings/example --out graph.json
  towline graph make page.har | jq .load
`

/** `towline graph make`: the graph of a sample, a recording or a HAR. */
export function graphMakeCommand(): Command {
  return new Command('make')
    .description('Makes the graph of one load, as JSON (docs/graph.md).')
    .argument('[source]', 'folder of a recording, or a HAR file')
    .addOption(
      new Option('--sample <n>', 'in place of a source, a sample of the database').argParser(
        wholeNumber(1, 999_999_999),
      ),
    )
    .option('--out <file>', 'where it goes (default: the standard output)')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(async (source: string | undefined, { sample, out, database }: MakeOptions) => {
      if ((source === undefined) === (sample === undefined))
        throw new CliError(EXIT.usage, 'give a recording or a HAR file, or --sample, and not both')
      const graph =
        sample === undefined ? await graphFromFile(source ?? '', VERSION) : await ofSample(database, sample)
      const text = graphJson(graph)
      if (out === undefined) {
        process.stdout.write(text)
        return
      }
      await writeFile(out, text)
      console.log(visible(`${sizeText(graph)}: ${out}`))
    })
}

async function ofSample(database: string, id: number): Promise<Graph> {
  await using db = await openDatabase({ url: database, readOnly: true })
  return await graphOfSample(db, id)
}
