import assert from 'node:assert/strict'
import { readBrowserSites, readSites } from '../../../lab/sandbox/site/sites.ts'
import type { PageTruth } from '../../../lab/sandbox/site/truth.ts'
import type { Arm } from '../../../model/arm.ts'
import type { RecordedSample } from './recorded.ts'

/** What is true of a page of the sandbox. */
export function truthOf(domain: string): PageTruth {
  const page = [...readSites(), ...readBrowserSites()].find((site) => site.domain === domain)?.page
  assert.ok(page !== undefined, `the sandbox has the page ${domain}`)
  return page
}

/** Response headers of one request, at most, in bytes; at least none of them are sent uncompressed. */
const HEADER_BYTES = { least: 20, most: 500 } as const

/** Everything about a sample that a page's composition decides; each difference a line, none where all is as it must be. */
export function differencesFrom(truth: PageTruth, sample: RecordedSample): string[] {
  const { arm, metrics, notes, state, reason, detail, domain, round } = sample
  const lines: string[] = []
  const say = (text: string): void => void lines.push(`${domain} ${arm} round ${round}: ${text}`)
  const found = (name: string): string => `${metrics.get(name)} (${notes.get(name) ?? 'no note'})`
  const exactly = (name: string, wanted: number): void => {
    if (metrics.get(name) !== wanted) say(`${name} is ${wanted}, found ${found(name)}`)
  }
  const between = (name: string, least: number, most: number): void => {
    const value = metrics.get(name) ?? Number.NaN
    if (!(value >= least && value <= most)) say(`${name} is ${least} to ${most}, found ${found(name)}`)
  }

  if (state !== 'valid') say(`${state}: ${reason} ${detail}`)
  const { requests = Number.NaN, domains = Number.NaN, bodyBytes = Number.NaN } = truth
  exactly('requests', requests)
  exactly('failed_requests', 0)
  exactly('domains', domains)
  between('har_bytes', bodyBytes + HEADER_BYTES.least * requests, bodyBytes + HEADER_BYTES.most * requests)
  const harBytes = metrics.get('har_bytes') ?? Number.NaN
  // Framing, handshakes with certificates, acknowledgements: of small objects more than of large ones.
  between('bytes_down', harBytes, 1.1 * harBytes + 300 * requests + 60_000)
  // Handshakes, headers and acknowledgements.
  between('bytes_up', 500, 1_000 * requests + 0.1 * harBytes + 60_000)
  between('packets', 10, 5_000)

  const shares = sharesOf(truth, arm)
  for (const version of ['h1', 'h2', 'h3'] as const)
    if (shares !== null) exactly(`share_${version}`, shares[version] / requests)
  const total = ['share_h1', 'share_h2', 'share_h3'].reduce((sum, name) => sum + (metrics.get(name) ?? 0), 0)
  if (Math.abs(total - 1) > 1e-9) say(`shares add up to ${total}`)

  const multiplexed = shares === null || shares.h1 === 0
  // Six a host is Chromium's limit; of HTTP/2 and HTTP/3 one, and with Alt-Svc one of each.
  between('connections', domains, domains * (multiplexed ? (shares === null ? 7 : 1) : 6))
  between('handshakes', 1, 30)
  between('tow_ms', 1, metrics.get('plt_ms') ?? Number.NaN)
  const sum = (metrics.get('tow_ms') ?? Number.NaN) + (metrics.get('setup_ms') ?? Number.NaN)
  between('tow_setup_ms', sum - 1e-6, sum + 1e-6)
  const order = ['ttfb_ms', 'dcl_ms', 'plt_ms'].map((name) => metrics.get(name) ?? Number.NaN)
  if (!order.every((value, index) => value > 0 && value >= (order[index - 1] ?? 0)))
    say(`TTFB, DCL and PLT are in this order, found ${order.join(', ')}`)
  between('rtt_min_ms', 0, metrics.get('rtt_median_ms') ?? Number.NaN)
  between('rtt_median_ms', 0, metrics.get('rtt_max_ms') ?? Number.NaN)
  return lines
}

/** Requests by protocol under an arm; null where the arm leaves it to the browser. */
function sharesOf(truth: PageTruth, arm: Arm): Record<'h1' | 'h2' | 'h3', number> | null {
  if (arm === 'h3-altsvc' || arm === 'recorded') return null
  const counted = truth.protocols?.[arm === 'http' ? 'h1' : arm]
  assert.ok(counted !== undefined, 'the truth has the protocols')
  return { h1: counted['http/1.1'] ?? 0, h2: counted.h2 ?? 0, h3: counted.h3 ?? 0 }
}
