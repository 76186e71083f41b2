import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { addRunOptions, type RunOptions } from '../../../cli/options/run-options.ts'
import { crawlPlan, loadsMs } from '../../../cli/probe/crawl-plan.ts'
import { addProbeOptions, type ProbeOptions } from '../../../cli/probe/probe-options.ts'
import { addSelectOptions, type SelectOptions } from '../../../cli/survey/select.ts'

type Options = RunOptions & SelectOptions & ProbeOptions

function parsed(...args: string[]): Options {
  const command = addSelectOptions(addProbeOptions(addRunOptions(new Command('crawl'))))
  return command.parse(args, { from: 'user' }).opts<Options>()
}

test('the plan of a first crawl says how many sites and loads, how long, how polite, and how to stop', () => {
  const lines = crawlPlan({ ...parsed(), siteGap: 60_000 }, 100, 1_000, 2)
  assert.equal(lines.length, 4)
  assert.match(
    lines[0] ?? '',
    /^survey: 100 sites, about 1 min, \d+ requests, \d+ MB received, 1 MB on disk; at most 1000 at once and 2 of one address; robots\.txt is respected$/,
  )
  assert.match(
    lines[1] ?? '',
    /8 sites in Chromium, 10 rounds of h1, h2, h3: 240 loads, about 20 min; 2 s between two loads, at least 60 s between/,
  )
  assert.match(
    lines[2] ?? '',
    /^as Mozilla\/5\.0 .*; --contact URL adds a page about you \(needed above 1000 sites\)$/,
  )
  assert.match(lines[3] ?? '', /^Ctrl-C stops it, --resume continues it/)
})

test('a contact is named instead of being suggested, and a survey alone plans no loads', () => {
  const options = { ...parsed('--contact', 'https://example.org/crawl'), surveyOnly: true }
  const text = crawlPlan(options, 100, 1_000).join('\n')
  assert.match(text, /\+https:\/\/example\.org\/crawl\)$/m)
  assert.doesNotMatch(text, /--contact|Chromium/)
})

test('loads take their time and pauses, but no less than the gaps between the rounds of a site', () => {
  const cases: [string[], number, number][] = [
    [['--select', '1', '--rounds', '10', '--arms', 'h1', '--pause', '2s'], 1, 10 * 5_000],
    [['--select', '1', '--rounds', '10', '--arms', 'h1', '--pause', '2s'], 60_000, 9 * 60_000],
    [['--select', '8', '--rounds', '10', '--pause', '2s'], 60_000, 240 * 5_000],
  ]
  for (const [args, siteGap, expectedMs] of cases)
    assert.equal(loadsMs({ ...parsed(...args), siteGap }), expectedMs, args.join(' '))
})

test('lines fit the width that is given', () => {
  for (const line of crawlPlan(parsed(), 100, 80)) assert.ok(line.length <= 80, line)
})
