import type { BrowserOptions } from '../../crawler/probe/browser/browser-options.ts'
import type { Arm } from '../../model/arm.ts'
import { unbracketed } from '../process/bracketed.ts'
import { lookedUpName } from './looked-up-name.ts'
import type { ReplayNames } from './runner-messages.ts'

/**
 * Says how a browser of the arm finds the lab's hosts, and which of them it asks by HTTP/3.
 * @param names of recorded pages; null: the client knows the hosts
 * @param forced hosts that speak HTTP/3 where no page is recorded
 */
export function hostOptions(
  arm: Arm,
  names: ReplayNames | null,
  forced: readonly string[],
): Pick<BrowserOptions, 'origins' | 'switches'> {
  if (names === null) return { origins: { forced, privateRoot: forced } }
  const hosts = arm === 'recorded' ? names.recorded : names.forced
  const secure = hosts.flatMap((host) => host.secure)
  const quic = arm === 'recorded' ? secure.filter(({ protocol }) => protocol === 'h3') : secure
  const quicHosts = quic.map(({ host }) => host)
  const rules = hosts.flatMap(({ name, address, isLookedUp }) => {
    const target = isLookedUp ? lookedUpName(name, arm) : address
    // Rules hold for addresses too, and know them without brackets.
    return target === name ? [] : `MAP ${unbracketed(name)} ${target}`
  })
  return {
    origins: { forced: quicHosts, forcedAreAll: quic.length === secure.length, privateRoot: quicHosts },
    switches: rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(',')}`],
  }
}
