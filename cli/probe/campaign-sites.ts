import { type AskedPage, pageUrl } from '../../crawler/survey/http/asked-page.ts'
import { originText } from '../../crawler/survey/http/redirect.ts'
import type { NewCampaignSite } from '../../db/campaign/campaign-sites.ts'
import type { Arm } from '../../model/arm.ts'
import { offersH3 } from '../../model/offered-h3.ts'
import type { SurveyedSite } from '../../model/site-facts.ts'
import { rankOf } from '../../model/site-rank.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { visible } from '../output/text.ts'

/**
 * A site for a campaign: its final origin's root page, or the page that was asked for, and the arms of the campaign that apply
 * to it.
 * @throws CliError where the page that was asked for redirects to another origin: it would be another page that is measured
 */
export function campaignSiteOf(site: SurveyedSite, arms: readonly Arm[], page?: AskedPage): NewCampaignSite {
  if (page !== undefined && site.finalOrigin !== null && site.finalOrigin !== originText(page))
    throw new CliError(
      EXIT.data,
      `${visible(pageUrl(page))} redirects to ${visible(site.finalOrigin)}: check the page there`,
    )
  const leftOut: Partial<Record<Arm, string>> = {}
  for (const arm of arms) {
    const why = reasonAgainst(site, arm)
    if (why !== null) leftOut[arm] = why
  }
  return {
    domain: site.domain,
    url: page === undefined ? `${site.finalOrigin ?? `https://${site.domain}`}/` : pageUrl(page),
    rank: rankOf(site),
    arms: { applied: arms.filter((arm) => leftOut[arm] === undefined), leftOut },
    forcedOrigins: null,
  }
}

/** Says why an arm does not apply to a site, by what the survey saw; null where it does. */
function reasonAgainst(site: SurveyedSite, arm: Arm): string | null {
  if (arm === 'recorded') return 'it needs a recording'
  if (!site.reachable) return `no answer in the survey: ${site.failure ?? 'unknown'}`
  if (arm === 'http') {
    if (site.httpRedirectsToHttps === true) return 'cleartext is redirected to https'
    if (site.http === null) return 'the survey could not find out whether it has cleartext HTTP'
    return site.http ? null : 'no cleartext HTTP in the survey'
  }
  if (site.finalOrigin?.startsWith('https:') !== true) return 'no https in the survey'
  if (arm === 'h3-altsvc') {
    if (site.h3ClaimedAltSvc !== true && site.h3ClaimedDns !== true)
      return site.h3ClaimedAltSvc === false && site.h3ClaimedDns === false
        ? 'HTTP/3 is neither claimed by Alt-Svc nor by an HTTPS record'
        : 'the survey could not find out whether HTTP/3 is claimed'
    return served(offersH3(site), site.h3Failure, 'HTTP/3')
  }
  if (arm === 'h1') return served(site.h1, site.h1Failure, 'HTTP/1.1')
  if (arm === 'h2') return served(site.h2, site.h2Failure, 'HTTP/2')
  return served(offersH3(site), site.h3Failure, 'HTTP/3')
}

function served(seen: boolean | null, failure: string | null, name: string): string | null {
  if (seen === null) return `the survey could not find out whether it serves ${name}: ${failure ?? 'unknown'}`
  return seen ? null : `no ${name} in the survey: ${failure ?? 'unknown'}`
}
