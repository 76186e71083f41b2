import { Command, Option } from 'commander'
import { readGraph } from '../../lab/graph/read-graph.ts'
import { jsonText, NOTE_CHARS, tableWidth } from '../output/text.ts'
import { graphSummary } from './graph-summary.ts'
import { graphSvg } from './graph-svg.ts'
import { graphLines } from './graph-text.ts'

const FORMATS = ['text', 'svg', 'json'] as const

/** `towline graph show`: what of a graph decides how long its page takes. */
export function graphShowCommand(): Command {
  return new Command('show')
    .argument('<file>', 'a graph, as `towline graph make` writes it')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('text'))
    .action(async (file: string, { format }: { readonly format: (typeof FORMATS)[number] }) => {
      const graph = await readGraph(file)
      if (format === 'json') console.log(jsonText(graphSummary(graph), 2))
      else if (format === 'svg') process.stdout.write(graphSvg(graph))
      else for (const line of graphLines(graph, tableWidth() ?? NOTE_CHARS)) console.log(line)
    })
}
