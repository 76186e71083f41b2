import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Command } from 'commander'
import { CliError } from '../../../cli/exit/exit-codes.ts'
import { addRunOptions } from '../../../cli/options/run-options.ts'
import { type CampaignOptions, campaignFor } from '../../../cli/probe/campaign-for.ts'
import { campaignSiteOf } from '../../../cli/probe/campaign-sites.ts'
import { addProbeOptions } from '../../../cli/probe/probe-options.ts'
import { takesFilmstrips } from '../../../db/campaign/filmstrips.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { surveyed } from '../survey/facts.ts'

const parsed = (...args: string[]): CampaignOptions => ({
  ...addProbeOptions(addRunOptions(new Command('probe')))
    .parse(args, { from: 'user' })
    .opts<CampaignOptions>(),
  operations: [],
})
const SITE = campaignSiteOf(surveyed(1, { finalOrigin: 'https://a.test', h1: true, h2: true }), ['h1', 'h2'])

test('a campaign has a sample for each site, arm and round, and stores its seed and options', async () => {
  await using on = await temporarySqlite()
  await using db = await on.open()
  const lines: string[] = []
  const options = parsed('--arms', 'h1,h2', '--rounds', '5', '--seed', '9', '--pause', '1s')
  const campaign = await campaignFor(db, options, null, [SITE], (line) => void lines.push(line))
  assert.deepEqual(lines, ['campaign 1: 1 site, 5 rounds of h1, h2: 10 samples'])
  assert.deepEqual([campaign.seed, campaign.rounds, campaign.pauseMs, campaign.sandbox], [9, 5, 1_000, false])
  const { congestionControl, versions } = campaign
  assert.deepEqual([congestionControl, versions], [null, {}], 'another machine may take its loads')
})

test('--resume takes up an unfinished campaign with the same options alone', async () => {
  await using on = await temporarySqlite()
  await using db = await on.open()
  const lines: string[] = []
  const make = (...args: string[]) =>
    campaignFor(db, parsed('--arms', 'h1,h2', ...args), null, [SITE], (line) => void lines.push(line))
  assert.equal((await make('--rounds', '5')).id, 1)
  assert.equal((await make('--rounds', '5', '--resume')).id, 1)
  assert.equal(lines.at(-1), 'resuming campaign 1')
  assert.equal((await make('--rounds', '6', '--resume')).id, 2)
  assert.equal((await make('--rounds', '5')).id, 3)
})

test('a campaign has screenshots of all its loads or of none: resuming it with the other setting is refused', async () => {
  await using on = await temporarySqlite()
  await using db = await on.open()
  const make = (...args: string[]) =>
    campaignFor(db, parsed('--arms', 'h1,h2', ...args), null, [SITE], () => {})
  const refused = (setting: string) => (error: unknown) => {
    assert.ok(error instanceof CliError)
    assert.equal(error.exitCode, 64)
    assert.match(error.message, new RegExp(`^campaign \\d was started ${setting} --filmstrip, [^\\n]+$`))
    return true
  }
  assert.equal(takesFilmstrips(await make('--rounds', '5')), false)
  await assert.rejects(make('--rounds', '5', '--filmstrip', '--resume'), refused('without'))
  const taken = await make('--rounds', '6', '--filmstrip')
  assert.equal(takesFilmstrips(taken), true)
  await assert.rejects(make('--rounds', '6', '--resume'), refused('with'))
  assert.equal((await make('--rounds', '6', '--filmstrip', '--resume')).id, taken.id)
})
