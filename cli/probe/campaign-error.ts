import { CampaignHeld } from '../../crawler/probe/campaign/held-campaign.ts'
import { BrowserChanged } from '../../crawler/probe/campaign/run-campaign.ts'
import { NothingReachable } from '../../crawler/probe/campaign/site-conduct.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { MachineChanged } from './campaign-machine.ts'

export function campaignError(cause: unknown): unknown {
  if (cause instanceof BrowserChanged || cause instanceof MachineChanged)
    return new CliError(EXIT.config, `${cause.message}: start a new campaign (without --resume)`, { cause })
  if (cause instanceof CampaignHeld) return new CliError(EXIT.tempFail, cause.message, { cause })
  if (cause instanceof NothingReachable)
    return new CliError(
      EXIT.unavailable,
      `${cause.message}: is this machine’s network down? --resume continues`,
      { cause },
    )
  return cause
}
