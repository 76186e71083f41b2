import assert from 'node:assert/strict'
import { test } from 'node:test'
import { explain } from '../../../cli/exit/errors.ts'
import { campaignError } from '../../../cli/probe/campaign-error.ts'
import { MachineChanged } from '../../../cli/probe/campaign-machine.ts'
import { CampaignHeld } from '../../../crawler/probe/campaign/held-campaign.ts'
import { BrowserChanged } from '../../../crawler/probe/campaign/run-campaign.ts'

const ended = (error: Error) => explain(campaignError(error))

test('a campaign that another process runs is one line and the code of a temporary failure', () => {
  assert.deepEqual(ended(new CampaignHeld('campaign 7 is being run by another process, or is finished')), {
    exitCode: 75,
    message: 'campaign 7 is being run by another process, or is finished',
  })
})

test('another browser or machine is one line that says what to do', () => {
  for (const Changed of [BrowserChanged, MachineChanged])
    assert.deepEqual(ended(new Changed('it is another one')), {
      exitCode: 78,
      message: 'it is another one: start a new campaign (without --resume)',
    })
})

test('any other error is a fault, and says where', () => {
  const { exitCode, message } = ended(new TypeError('x is undefined'))
  assert.equal(exitCode, 70)
  assert.match(message, /a fault in towline.*x is undefined.*campaign-error\.test/s)
})
