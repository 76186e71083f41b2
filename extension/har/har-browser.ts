import type { HarBrowser } from './har-file.ts'

const FIREFOX = /\bfirefox\b/i
const CHROMIUM = /\b(?:headless)?chrom(?:e|ium)\b|\bedge?\b|\bopera\b|\bbrave\b/i

/** Browser of a HAR’s `browser` or `creator`, by name and version: `Google Chrome`, `70.0.3538.67`. Null for any other. */
export function namedBrowser(name: string, version: string): HarBrowser | null {
  const family = FIREFOX.test(name) ? 'firefox' : CHROMIUM.test(name) ? 'chromium' : null
  const major = majorOf(version)
  return family === null || major === null ? null : { family, major }
}

/** Browser of a `User-Agent`, which for Edge, Opera and others names the Chromium they are built on. Null for any other. */
export function userAgentBrowser(userAgent: string): HarBrowser | null {
  const chromium = /\b(?:Headless)?Chrom(?:e|ium)\/(\d{1,3})\./.exec(userAgent)
  const firefox = /\bFirefox\/(\d{1,3})\./.exec(userAgent)
  const found = chromium ?? firefox
  const major = majorOf(found?.[1] ?? '')
  return found === null || major === null
    ? null
    : { family: found === chromium ? 'chromium' : 'firefox', major }
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
