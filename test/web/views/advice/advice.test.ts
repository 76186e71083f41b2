import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AdviceDocument, adviceSchema } from '../../../../advise/advice-document.ts'
import { adviceReport } from '../../../../cli/advise/advice-report.ts'
import { adviceView } from '../../../../web/advice/advice-view.ts'
import { LARGEST_ADVICE_BYTES, readAdvice } from '../../../../web/advice/read-advice.ts'
import { adviceOf, GAINS, loadOf, whatIfOf } from '../../../cli/advise/advice-data.ts'
import { showView } from '../shown-view.ts'

const PAIR = [loadOf('h2'), loadOf('h3')]

const ADVICE = adviceOf(GAINS, {
  whatIfs: [whatIfOf()],
  advice: ['Serve the page from one host: 1.20 (1.15–1.25) on 4G.'],
  notShown: ['A page behind a sign-in.'],
  loads: { replayed: PAIR, live: PAIR },
})

const fileOf = (value: unknown) => new Blob([JSON.stringify(value)])

async function refusalOf(file: Blob): Promise<string> {
  const read = await readAdvice(file)
  assert.ok('refused' in read)
  assert.doesNotMatch(read.refused, /\n/)
  return read.refused
}

test('an advice’s file is shown as its report has it: answer, gains, changes, loads, what is not shown', async () => {
  const file = fileOf(adviceSchema.parse(ADVICE))
  const read = await readAdvice(file)
  assert.ok('advice' in read, JSON.stringify(read))
  const { texts } = await showView(() => adviceView(read.advice, { width: 600, answerTag: 'h2' }))
  const headings = texts('h2')
  assert.deepEqual(headings.slice(0, 3), [
    ADVICE.answer,
    'What each protocol would do on your visitors’ networks',
    'What to change',
  ])
  assert.ok(headings.includes('Loads beside each other') && headings.includes('What could not be shown'))
  assert.equal(texts('figure').length, 2)
  const report = adviceReport(read.advice)
  for (const text of ['h2', 'h3', 'p', 'b', 'code', 'summary', 'figcaption'].flatMap(texts))
    assert.ok(report.includes(text.replaceAll('"', '&quot;')), text)
})

test('a file of an earlier version, without loads, is shown without them', async () => {
  const read = await readAdvice(fileOf(adviceOf()))
  assert.ok('advice' in read)
  const { texts } = await showView(() => adviceView(read.advice, { width: 600, answerTag: 'h2' }))
  assert.deepEqual(texts('figure'), [])
})

test('a member that a later version added is let through', async () => {
  assert.ok('advice' in (await readAdvice(fileOf({ ...adviceOf(), later: 1 }))))
})

test('a file that is no advice has one line: what is wrong, where, and what to do', async () => {
  for (const [file, expected] of [
    [new Blob([]), /^The file is empty\. Choose the file that towline advise wrote/],
    [new Blob(['{']), /^The file is not valid JSON\. Choose /],
    [fileOf(null), /^The file is JSON, but no advice: its “format” is not towline-advice\/1\. Choose /],
    [fileOf({ log: {} }), /^The file is JSON, but no advice/],
    [new Blob([new Uint8Array(LARGEST_ADVICE_BYTES + 1)]), /^The file is larger than 10 MB/],
    [
      fileOf({ ...ADVICE, format: 'towline-advice/2' }),
      /of format towline-advice\/2, .*Open it with the version/,
    ],
  ] as const)
    assert.match(await refusalOf(file), expected)
})

test('an advice that was damaged says at which place', async () => {
  const damaged = (change: (copy: AdviceDocument & Record<string, never>) => void) => {
    const copy = structuredClone(ADVICE) as AdviceDocument & Record<string, never>
    change(copy)
    return refusalOf(fileOf(copy))
  }
  for (const [change, where] of [
    [(copy) => Reflect.deleteProperty(copy, 'answer'), 'answer is missing'],
    [(copy) => Object.assign(copy, { advice: 1 }), 'advice is a number instead of a list'],
    [
      (copy) => Object.assign(copy.replays?.networks[1]?.arms[0] ?? {}, { arm: 'h9' }),
      'replays.networks[1].arms[0].arm has a value that is not known',
    ],
    [
      (copy) => Object.assign(copy.replays?.networks[0]?.arms[1] ?? {}, { interval: [1] }),
      'replays.networks[0].arms[1].interval has 1 values instead of 2',
    ],
    [
      (copy) => Object.assign(copy.loads?.replayed[0]?.entries[2] ?? {}, { url: null }),
      'loads.replayed[0].entries[2].url is null instead of a text',
    ],
  ] as readonly (readonly [(copy: AdviceDocument) => unknown, string])[])
    assert.ok((await damaged(change)).startsWith(`The file is not a whole advice: ${where}. `), where)
})
