import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkAssertions } from '../../../cli/check/assertion.ts'
import { checkDocument, checkSchema, checkSchemaFile } from '../../../cli/check/check-json.ts'
import { checkJunit } from '../../../cli/check/check-junit.ts'
import { linesOf, towlineHere } from '../towline.ts'
import { armsOf, reportOf } from './check-data.ts'

const resultsOf = (...texts: string[]) =>
  checkAssertions(texts, reportOf().arms).map(({ text, result }) => [text, result])

test('an assertion is missed or met only where all of the interval says so', () => {
  // h2 gains 1.25 to the third digit; the interval of h3 holds 1.
  assert.deepEqual(resultsOf('h2 >= 1.2', 'h2 > 1.3', 'h2 < 1.2', 'h2 <= 1.3', 'h3 >= 1', 'h3 < 1'), [
    ['h2 >= 1.2', 'met'],
    ['h2 > 1.3', 'missed'],
    ['h2 < 1.2', 'missed'],
    ['h2 <= 1.3', 'met'],
    ['h3 >= 1', 'not decided'],
    ['h3 < 1', 'not decided'],
  ])
})

test('an assertion of what was not compared, or over too few rounds, is not decided', () => {
  const few = checkAssertions(['h2 >= 1'], armsOf({ h1: [100, 100], h2: [900, 900] }))
  assert.match(
    few[0]?.sentence ?? '',
    /^h2 >= 1: not decided \(gain 0\.11, too few rounds for an interval\)$/,
  )
  const none = checkAssertions(['h3 >= 1'], armsOf({ h1: [100, 100] }))
  assert.equal(none[0]?.sentence, 'h3 >= 1: not decided (it was not compared)')
})

test('a wrong assertion is refused in one line before anything is measured', async (t) => {
  for (const [args, message] of [
    [['--assert', 'h3 = 1'], /'h3 = 1' is not a gain and its threshold, such as 'h3 >= 1\.0'/],
    [['--assert', 'h3 >= 0'], /a gain is always above 0/],
    [['--assert', 'h1 >= 1'], /h1 is what the others are compared with, it has no gain/],
    [
      ['--assert', 'h2 > 1', '--assert', 'h3 > 1', '--arms', 'h1,h2'],
      /'h3 > 1': h3 is not loaded, see --arms/,
    ],
  ] as const)
    await t.test(args.join(' '), async (t) => {
      const { code, stderr } = await towlineHere(t, ['check', 'a.test', ...args])
      const lines = linesOf(stderr).filter((line) => line !== '(see --help)')
      assert.deepEqual([code, lines.length], [64, 1], stderr)
      assert.match(stderr, message)
    })
})

test('the JSON of a check is what its published schema says', () => {
  const file = join(import.meta.dirname, '../../../docs/check.schema.json')
  assert.equal(readFileSync(file, 'utf8'), checkSchemaFile(), 'run node scripts/docs.ts')
  const report = reportOf({ leftOut: [{ arm: 'h3', reason: 'no HTTP/3 in the survey: quic_timeout' }] })
  const assertions = checkAssertions(['h2 > 1.3', 'h3 >= 1'], report.arms)
  const document = JSON.parse(JSON.stringify(checkDocument(report, assertions, '1.2.3')))
  assert.equal(document.arms[0].rounds, null, 'the baseline is not compared with itself')
  assert.deepEqual(checkSchema.parse(document), document)
  const [h1, h2] = document.arms
  assert.deepEqual([h1.gain, h1.gainInterval, h1.verdict], [null, null, null])
  assert.deepEqual([h2.rounds, h2.verdict, h2.medianMs], [6, 'faster', 800])
  assert.deepEqual(
    document.assertions.map(({ result }: { result: string }) => result),
    ['missed', 'not decided'],
  )
})

test('JUnit counts a miss as a failure, what is not decided as skipped, no verdict as an error', () => {
  const report = reportOf({ url: 'https://a.test/?a=1&b=<\u001b>' })
  const assertions = checkAssertions(['h2 >= 1.2', 'h2 > 1.3', 'h3 >= 1'], report.arms)
  const xml = checkJunit(report, assertions)
  assert.match(xml, /tests="4" failures="1" errors="0" skipped="1"/)
  assert.match(xml, /name="h2 &gt; 1\.3"><failure message="h2 &gt; 1\.3: missed \(gain 1\.25, /)
  assert.ok(!xml.includes('\u001b') && !xml.includes('&b') && xml.includes('&amp;b=&lt;'), xml)
  const nothing = checkJunit(reportOf({ arms: armsOf({ h1: [100] }) }), [])
  assert.match(
    nothing,
    /errors="1" .*\n.*<error message="Only HTTP\/1\.1 could be loaded: nothing to compare\."/,
  )
})
