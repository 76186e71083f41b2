/**
 * How far replayed graphs are from the browser that they were made of, on the same pages, links and arms. Lab runs of one
 * database: `lab run` and `replay` by the browser, then `graph replay` of the files that `make` writes. docs/graph.md has the
 * commands. Where a cell of the browser's runs has no counterpart, `compare` ends with 1.
 */
import { mkdir } from 'node:fs/promises'
import { Command } from 'commander'
import { graphAccuracy } from '../bench/graph/graph-accuracy.ts'
import { accuracyLines, pairedLines, rateLine } from '../bench/graph/graph-accuracy-text.ts'
import { makePageGraphs } from '../bench/graph/make-page-graphs.ts'
import { pairedCells } from '../bench/graph/paired-cells.ts'
import { sampleRates } from '../bench/graph/samples-per-minute.ts'
import { openDatabase } from '../db/connection/open.ts'

interface Runs {
  readonly database: string
  readonly browser: readonly string[]
}

const program = new Command('graph-accuracy')
const command = (name: string): Command =>
  program
    .command(name)
    .requiredOption('--database <file>', 'with the lab runs')
    .requiredOption('--browser <n...>', 'numbers of the lab runs by the browser')

command('make')
  .description('Makes a graph of each page of the lab runs.')
  .requiredOption('--out <folder>', 'for the graphs')
  .action(async ({ database, browser, out }: Runs & { readonly out: string }) => {
    await mkdir(out, { recursive: true })
    await using db = await openDatabase({ url: database, readOnly: true })
    for (const run of browser)
      for (const file of await makePageGraphs(db, Number(run), out)) console.log(file)
  })

command('compare')
  .description('Compares the page load times of both.')
  .requiredOption('--graphs <n>', 'number of the lab run of the graphs')
  .option('--json', 'everything, for programs')
  .action(
    async ({ database, browser, graphs, json }: Runs & { readonly graphs: string; readonly json?: true }) => {
      await using db = await openDatabase({ url: database, readOnly: true })
      const runs = { browserRuns: browser.map(Number), graphRun: Number(graphs) }
      const paired = await pairedCells(db, runs)
      const accuracy = graphAccuracy(paired.cells)
      const samplesPerMinute = await sampleRates(db, paired.cells)
      if (json)
        console.log(JSON.stringify({ ...accuracy, samplesPerMinute, unpaired: paired.unpaired }, null, 2))
      else for (const line of [...accuracyLines(accuracy), rateLine(samplesPerMinute), '']) console.log(line)
      for (const line of pairedLines(paired)) console.error(line)
      if (paired.unpaired.length > 0 || paired.cells.length === 0) process.exitCode = 1
    },
  )

await program.parseAsync()
