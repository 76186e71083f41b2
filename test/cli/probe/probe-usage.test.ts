import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { addProbeOptions, type ProbeOptions } from '../../../cli/probe/probe-options.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { MIN_ROUNDS } from '../../../stats/comparison/compare-arms.ts'
import { linesOf, temporaryFolder, towlineHere } from '../towline.ts'

const SITES = ['probe', '--sites', 'a.example']

const WRONG: readonly (readonly [string[], RegExp])[] = [
  [['probe'], /say what to probe: --sites example\.com,example\.org or --from-survey latest/],
  [[...SITES, '--from-survey', '1'], /'--sites <domains>' cannot be used with option '--from-survey/],
  [[...SITES, '--arms', 'h1,h4'], /--arms .*'h4' is not one of http, h1, h2, h3, h3-altsvc/],
  [[...SITES, '--arms', 'h1,recorded'], /--arms .*'recorded' is for replays: `towline replay`/],
  [[...SITES, '--arms', ','], /--arms .* is not one of/],
  [[...SITES, '--rounds', '0'], /--rounds .* whole number from 1/],
  [[...SITES, '--pause', 'soon'], /--pause .* time such as 20s/],
  [[...SITES, '--until-ci', '0'], /--until-ci .* share such as 3%, above 0/],
  [[...SITES, '--until-ci', '101%'], /--until-ci .* share such as 3%/],
  [[...SITES, '--busy-limit', '2'], /--busy-limit .* share of the cores above 0, up to 1/],
  [[...SITES, '--link', 'rtt=100ms'], /--link needs --sandbox/],
  [[...SITES, '--sandbox', '--link', 'speed=9'], /--link .*speed/],
  [[...SITES, '--sandbox-sites', '9'], /--sandbox-sites needs --sandbox/],
  [[...SITES, '--sandbox', '--ca', 'ca.pem'], /--ca cannot be given with --sandbox/],
  [[...SITES, '--connect', 'http://127.0.0.1:1'], /--connect needs one arm/],
  [
    [...SITES, '--connect', 'http://127.0.0.1:1', '--arms', 'h1', '--cold-browser'],
    /--connect and --cold-browser cannot be given together/,
  ],
  [['samples', 'export', '--format', 'xml'], /Allowed choices are csv, jsonl, har/],
  [['samples', 'export', '--format', 'har'], /--format har and --out belong together/],
  [['samples', 'export', '--out', 'folder'], /--format har and --out belong together/],
]

test('a wrong command line of probing is reported in one line, with exit code 64, and makes no database', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'none.sqlite')
  for (const [args, message] of WRONG) {
    await t.test(args.join(' '), async (t) => {
      const { code, stdout, stderr } = await towlineHere(t, [...args, '--database', database])
      const lines = linesOf(stderr).filter((line) => line !== '(see --help)')
      assert.deepEqual({ code, stdout, lines: lines.length }, { code: 64, stdout: '', lines: 1 }, stderr)
      assert.match(stderr, message)
      assert.ok(!existsSync(database))
    })
  }
})

test('a campaign has more rounds than an interval needs, where their number is not given', () => {
  const { rounds } = addProbeOptions(new Command()).opts<ProbeOptions>()
  assert.ok(rounds > MIN_ROUNDS, `${rounds} rounds, of which not one may be lost`)
})

const READERS = [
  ['campaign', 'show'],
  ['samples', 'export', '--campaign'],
  ['sites', 'show', '--campaign'],
  ['recompute', '--campaign'],
] as const

test('a campaign that is not there, or is no number, is reported in one line', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'empty.sqlite')
  await (await openDatabase({ url: database }))[Symbol.asyncDispose]()
  for (const args of READERS)
    for (const [name, exit, message] of [
      ['7', 66, /holds no campaign 7 \(see `towline campaign list`\)/],
      ['latest', 66, /holds no campaign yet: make one with/],
      ['seven', 64, /'seven' is no campaign: give its number/],
    ] as const) {
      await t.test(`${args.join(' ')} ${name}`, async (t) => {
        const { code, stdout, stderr } = await towlineHere(t, [...args, name, '--database', database])
        assert.deepEqual(
          { code, stdout, lines: linesOf(stderr).length },
          { code: exit, stdout: '', lines: 1 },
        )
        assert.match(stderr, message)
      })
    }
})

test('readers of campaigns do not make a database', async (t) => {
  await using folder = await temporaryFolder()
  const database = join(folder.path, 'none.sqlite')
  for (const args of [
    ['campaign', 'list'],
    ['campaign', 'show'],
    ['samples', 'export'],
    ['sites', 'show'],
  ]) {
    const { code, stderr } = await towlineHere(t, [...args, '--database', database])
    assert.deepEqual([code, linesOf(stderr).length], [66, 1], stderr)
    assert.ok(!existsSync(database))
  }
})
