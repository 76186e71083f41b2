import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createAsk } from '../../../server/api-page/ask.ts'
import { exampleAnswers } from '../../../server/api-page/example-answers.ts'
import { type MainQuestion, mainQuestions, snippets } from '../../../server/api-page/questions.ts'
import { HANDLERS } from '../../../server/app/handlers.ts'
import { opened } from '../../opened.ts'
import { handlerBench } from '../handler-bench.ts'
import { csvCells, served } from '../served.ts'

const run = promisify(execFile)

/** Questions with an address, and the records that the API answers them with. */
let asked: readonly (MainQuestion & { readonly address: string; readonly table: string[][] })[]

const server = opened(served, async () => {
  await using bench = await handlerBench()
  const { subjects } = await exampleAnswers(createAsk(HANDLERS, bench.context), () => 0)()
  asked = await Promise.all(
    mainQuestions(subjects).map(async (question) => {
      const { address } = question
      assert.ok(address !== null, question.id)
      return { ...question, address, table: csvCells(await wholeAnswer(server.url + address)) }
    }),
  )
})

/** Until nothing of it is being computed. */
async function wholeAnswer(url: string): Promise<string> {
  for (;;) {
    const response = await fetch(url)
    const text = await response.text()
    assert.ok(response.ok, `${url}: ${response.status}`)
    if (response.status === 200) return text
  }
}

/** Values of the columns that answer the question, a row each. */
function answers({ table, columns }: (typeof asked)[number]): string[][] {
  const [heading = [], ...rows] = table
  return rows.map((row) => columns.map((name) => row[heading.indexOf(name)] ?? assert.fail(name)))
}

function missing(program: string): string | false {
  return spawnSync(program, ['--version']).error === undefined
    ? false
    : `there is no ${program} on this machine`
}

/** A script of a page runs beside this server in the same process: it must not be waited for. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(program, args, { env: { ...process.env, no_proxy: '127.0.0.1' } })
  return stdout
}

test('the main questions are asked of what there is, and answered with rows', () => {
  assert.deepEqual(
    asked.map(({ id }) => id),
    ['adoption-by-protocol', 'gains-of-a-site', 'samples-of-a-site', 'lab-conditions'],
  )
  for (const question of asked) assert.ok(answers(question).length > 0, question.id)
})

test('the examples of curl fetch the answer as it is', { skip: missing('curl') }, async () => {
  for (const { address, columns } of asked) {
    const { curl } = snippets(server.url + address, columns)
    assert.equal(await output('sh', ['-c', curl]), await wholeAnswer(server.url + address), address)
  }
})

test('the examples of Python print the columns that answer', { skip: missing('python3') }, async () => {
  for (const question of asked) {
    const { Python } = snippets(server.url + question.address, question.columns)
    const lines = (await output('python3', ['-c', Python])).replace(/\n$/, '').split('\n')
    assert.deepEqual(
      lines.map((line) => line.split('\t')),
      answers(question),
      question.id,
    )
  }
})

test('the examples of R print the columns that answer', { skip: missing('Rscript') }, async () => {
  for (const question of asked) {
    const { R } = snippets(server.url + question.address, question.columns)
    const printed = await output('Rscript', ['-e', `${R}\ncat("rows:", nrow(rows), "\\n")`])
    assert.match(printed, new RegExp(`rows: ${answers(question).length}\\b`), question.id)
    for (const name of question.columns) assert.ok(printed.includes(name), name)
  }
})
