import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { adviceSchema, adviceSchemaFile } from '../../../advise/advice-document.ts'
import { assertionSentence } from '../../../advise/advice-words.ts'
import { adviceAssertions } from '../../../cli/advise/advice-assertion.ts'
import { adviceSteps } from '../../../cli/advise/advice-steps.ts'
import { junitXml } from '../../../cli/check/check-junit.ts'
import { testFolder } from '../../test-folder.ts'
import { linesOf, towlineHere } from '../towline.ts'
import { adviceOf, GAINS, whatIfOf } from './advice-data.ts'

const resultsOf = (...texts: string[]) =>
  adviceAssertions(texts, adviceOf().replays).map(({ text, result }) => [text, result])

test('an assertion is missed only where the interval of that network shows it', () => {
  assert.deepEqual(
    resultsOf(
      'h3 on 4g >= 1.05',
      'H3 on 4G >= 1.3',
      'h3 on 4g >= 1.25',
      'h3 on 3g >= 1.5',
      'h3 on fibre < 1',
    ),
    [
      ['h3 on 4g >= 1.05', 'met'],
      ['H3 on 4G >= 1.3', 'missed'],
      ['h3 on 4g >= 1.25', 'not decided'],
      ['h3 on 3g >= 1.5', 'missed'],
      ['h3 on fibre < 1', 'not decided'],
    ],
  )
})

test('an assertion of what was not replayed, or of too few loads, is not decided', () => {
  const none = adviceAssertions(['h3 on 4g >= 9'], null)
  assert.equal(none.map(assertionSentence).join(), 'h3 on 4g >= 9: not decided (it was not compared)')
  const few = adviceAssertions(['h3 on 4g >= 9'], adviceOf({ '4g': [1, null, 'too few rounds'] }).replays)
  assert.match(few.map(assertionSentence).join(), /not decided \(gain 1\.00, too few loads for an interval\)/)
})

test('a wrong command line is refused in one line before anything is measured', async (t) => {
  for (const [args, code, message] of [
    [['a.test', '--assert', 'h3 >= 1'], 64, /'h3 >= 1' is not a gain over a network .* 'h3 on 4g >= 1\.05'/],
    [['a.test', '--assert', 'h3 on 4g >= 1', '--networks', 'fibre'], 64, /4g is not tried, see --networks/],
    [['a.test', '--networks', '5g'], 64, /'5g' is no network: there are fibre, cable, 4g/],
    [['a.test', '--minutes', '0'], 64, /a number of minutes/],
    [['a.test', '--link', 'rtt=1ms'], 64, /--link needs --sandbox/],
    [['not a site'], 64, /'not a site' is/],
    [['http://a.test/'], 3, /has no TLS.*serve the page over https first/],
    [['ftp://a.test/'], 64, /has the scheme ftp/],
    [['compare', 'no.json', 'no.json'], 66, /no\.json: no such file/],
  ] as const)
    await t.test(args.join(' '), async (t) => {
      const ended = await towlineHere(t, ['advise', ...args])
      const lines = linesOf(ended.stderr).filter((line) => line !== '(see --help)')
      assert.deepEqual([ended.code, lines.length], [code, 1], ended.stderr)
      assert.match(ended.stderr, message)
    })
})

test('two results are compared from their files, and another file is refused', async (t) => {
  const folder = testFolder()
  const [before, after, other] = ['before.json', 'after.json', 'other.json'].map((name) => join(folder, name))
  await writeFile(before ?? '', JSON.stringify(adviceOf()))
  await writeFile(
    after ?? '',
    JSON.stringify(adviceOf({ ...GAINS, '4g': [1, [0.99, 1.01], 'no difference'] })),
  )
  await writeFile(other ?? '', '{}')
  const ended = await towlineHere(t, ['advise', 'compare', before ?? '', after ?? ''])
  assert.equal(ended.code, 0, ended.stderr)
  assert.match(ended.stdout, /HTTP\/3 on 4G: the gain is 0\.81 times what it was/)
  const refused = await towlineHere(t, ['advise', 'compare', before ?? '', other ?? ''])
  assert.equal(refused.code, 65)
})

test('JUnit skips what is not decided, and fails what is missed', () => {
  const { replays, url, startedAt } = adviceOf()
  const cases = adviceAssertions(['h3 on 4g >= 1.3', 'h3 on 3g >= 1', 'h3 on 4g > 1'], replays).map(
    (each) => ({
      ...each,
      sentence: assertionSentence(each),
    }),
  )
  const xml = junitXml({ command: 'advise', url, startedAt }, null, cases)
  assert.match(xml, /tests="4" failures="1" errors="0" skipped="1"/)
  assert.match(xml, /<skipped message="h3 on 3g &gt;= 1: not decided/)
  assert.match(
    junitXml({ command: 'advise', url, startedAt }, 'too few loads', []),
    /<error message="too few loads"/,
  )
})

test('the JSON of an advice is what its published schema says', () => {
  const file = join(import.meta.dirname, '../../../docs/advise.schema.json')
  assert.equal(readFileSync(file, 'utf8'), adviceSchemaFile(), 'run node scripts/docs.ts')
  const document = JSON.parse(JSON.stringify(adviceOf(GAINS, { whatIfs: [whatIfOf()] })))
  assert.deepEqual(adviceSchema.parse(document), document)
})

test('changes are advised by gain, and one that is not shown to matter is not', () => {
  const small = whatIfOf({
    ...{ name: 'initial-window', title: 'Begin with more packets' },
    results: whatIfOf().results.map((each) => ({ ...each, gain: 1.03, interval: [1.01, 1.05] })),
  })
  const large = whatIfOf({
    ...{ name: 'compress', title: 'Compress text' },
    results: whatIfOf().results.map((each) => ({ ...each, gain: 1.5, interval: [1.4, 1.6] })),
  })
  const { advice, whatIfs } = adviceSteps(adviceOf(GAINS, { whatIfs: [small, whatIfOf(), large] }))
  assert.deepEqual(advice, [
    'Compress text: 1.50 (1.40–1.60) on 4G.',
    'Serve the page from one host: 1.20 (1.15–1.25) on 4G.',
  ])
  assert.deepEqual(
    whatIfs.map(({ name, advised }) => [name, advised]),
    [
      ['compress', true],
      ['merge-shards', true],
      ['initial-window', false],
    ],
  )
})
