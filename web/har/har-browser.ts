import type { HarBrowser } from './har-file.ts'

const FIREFOX = /\bfirefox\b/i
const CHROMIUM = /\b(?:headless)?chrom(?:e|ium)\b/i
const EDGE = /\bedge?\b/i
/** Edge had an engine of its own before it, with versions of its own. */
const FIRST_CHROMIUM_EDGE = 79

/**
 * Browser of a HAR’s `browser` or `creator`, by name and version: `Google Chrome`, `70.0.3538.67`. Null for any other:
 * Opera, Brave, Vivaldi and the like are built on Chromium, but count versions of their own.
 */
export function namedBrowser(name: string, version: string): HarBrowser | null {
  const major = majorOf(version)
  if (major === null || OWN_VERSIONS.test(name)) return null
  if (FIREFOX.test(name)) return { family: 'firefox', major }
  const isChromium = CHROMIUM.test(name) || (EDGE.test(name) && major >= FIRST_CHROMIUM_EDGE)
  return isChromium ? { family: 'chromium', major } : null
}

const OWN_VERSIONS =
  /\b(?:opera|brave|vivaldi|yandex|samsung|duckduckgo|arc|whale|silk|ucbrowser|electron|ios)\b/i

/** Browser of a `User-Agent`, which for Edge, Opera and others names the Chromium they are built on. Null for any other. */
export function userAgentBrowser(userAgent: string): HarBrowser | null {
  // EdgeHTML and forks of Gecko name a version of Chromium or Firefox that they are not.
  if (/\bEdge\/|\b(?:Goanna|PaleMoon|SeaMonkey|Waterfox)\//.test(userAgent)) return null
  const chromium = /\b(?:Headless)?Chrom(?:e|ium)\/(\d{1,3})\./.exec(userAgent)
  const firefox = /\bFirefox\/(\d{1,3})\./.exec(userAgent)
  const major = majorOf((chromium ?? firefox)?.[1] ?? '')
  return major === null ? null : { family: chromium === null ? 'firefox' : 'chromium', major }
}

/** Browser of a `Sec-CH-UA`, such as `"Brave";v="142", "Chromium";v="142"`: that of Chromium, whatever its own. */
export function brandedBrowser(brands: string): HarBrowser | null {
  const major = majorOf(/"Chromium"\s*;\s*v="(\d{1,3})"/.exec(brands)?.[1] ?? '')
  return major === null ? null : { family: 'chromium', major }
}

/** Tools that load pages by themselves, towline’s own probing (chrome-har) among them, and browsers without a window. */
const AUTOMATION =
  /headless|phantomjs|browsertime|sitespeed|chrome-har|webpagetest|playwright|puppeteer|selenium|lighthouse/i

export function isAutomation(name: string): boolean {
  return AUTOMATION.test(name)
}

function majorOf(version: string): number | null {
  const major = Number(/^(\d{1,3})(?:\.|$)/.exec(version.trim())?.[1])
  return major >= 1 ? major : null
}
