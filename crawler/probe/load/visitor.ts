import { type CDPSession, KnownDevices } from 'puppeteer'

/** The browser that pages are to take this one for, where it does not say so itself. */
export interface Visitor {
  /** Commands for a page's session. */
  readonly page: (session: CDPSession) => Promise<unknown>[]
  /** Commands for every session that makes requests. */
  readonly everywhere: (session: CDPSession) => Promise<unknown>[]
  readonly userAgent: string
}

export function ordinaryVisitor(userAgent: string): Visitor {
  return { page: () => [], everywhere: () => [], userAgent }
}

/**
 * Sends the User-Agent header given. As a header, not as an override: that would take the browser's Sec-CH-UA away.
 * For a browser that was running already, whose switches are not ours to set.
 */
export function namedVisitor(userAgent: string): Visitor {
  return {
    page: () => [],
    everywhere: (session) => [
      session.send('Network.setExtraHTTPHeaders', { headers: { 'User-Agent': userAgent } }),
    ],
    userAgent,
  }
}

/**
 * Emulates one of puppeteer's known devices: screen, touch and User-Agent (with `suffix`), as far as a page sees them.
 * Sec-CH-UA is not sent: the device's is not known, and the browser's would give it away.
 * @throws Error where puppeteer does not know it
 */
export function deviceVisitor(name: string, suffix: string): Visitor {
  const device = Object.entries(KnownDevices).find(([known]) => known === name)?.[1]
  if (device === undefined) throw new Error(`puppeteer knows no device '${name}'`)
  const userAgent = `${device.userAgent}${suffix}`
  const { width, height, deviceScaleFactor, isMobile, hasTouch, isLandscape } = device.viewport
  const screenOrientation = isLandscape
    ? ({ angle: 90, type: 'landscapePrimary' } as const)
    : ({ angle: 0, type: 'portraitPrimary' } as const)
  const metrics = { width, height, deviceScaleFactor: deviceScaleFactor ?? 1, mobile: isMobile ?? false }
  return {
    page: (session) => [
      session.send('Emulation.setDeviceMetricsOverride', { ...metrics, screenOrientation }),
      session.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch ?? false }),
    ],
    everywhere: (session) => [session.send('Network.setUserAgentOverride', { userAgent })],
    userAgent,
  }
}
