import type { CampaignFacts, CampaignRow } from '../../db/campaign/campaigns.ts'
import { joinText, joinVersions } from '../../model/joined-provenance.ts'
import { VERSION } from '../options/version.ts'
import { machineCongestionControl, machineVersions } from '../prepare/machine-facts.ts'

/** A campaign is continued on a machine whose loads must not be pooled with those that it has. */
export class MachineChanged extends Error {
  override readonly name = 'MachineChanged'
}

export type Machine = Pick<CampaignFacts, 'congestionControl' | 'versions'>

/** Facts of this machine that are stored with the campaigns that it takes loads of. */
export function thisMachine(): Machine {
  return {
    congestionControl: machineCongestionControl(),
    versions: { ...machineVersions(), towline: VERSION },
  }
}

/**
 * One congestion control in a campaign, as there is one version of the browser. Programs of two versions may share one:
 * an upgrade does not end it, and both are recorded.
 * @throws MachineChanged where this machine has another one than that which the first loads were taken under
 */
export function demandSameMachine(
  campaign: Pick<CampaignRow, 'browserVersion' | 'congestionControl' | 'id'>,
  here: Machine,
): void {
  if (isUnloaded(campaign) || campaign.congestionControl === here.congestionControl) return
  throw new MachineChanged(
    `campaign ${campaign.id} was started with TCP congestion control ${words(campaign.congestionControl)}, ` +
      `and this machine has ${words(here.congestionControl)}`,
  )
}

/** Returns what is to be stored of the machines of a campaign, now that this one takes loads of it as well. */
export function machineFacts(
  campaign: Pick<CampaignRow, 'browserVersion' | 'capture' | 'versions'>,
  here: Machine & { readonly capture: string },
): Pick<CampaignFacts, 'capture' | 'congestionControl' | 'versions'> {
  if (isUnloaded(campaign)) return here
  const { capture, versions } = campaign
  return {
    congestionControl: here.congestionControl,
    versions: joinVersions(versions, here.versions),
    capture: capture === null ? here.capture : joinText(capture, here.capture),
  }
}

/** No browser has been opened for it: what is stored of a machine, if anything, is of one that has only added its jobs. */
function isUnloaded({ browserVersion }: Pick<CampaignRow, 'browserVersion'>): boolean {
  return browserVersion === null
}

function words(congestionControl: string | null): string {
  return congestionControl ?? 'unknown'
}
