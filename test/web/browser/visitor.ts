import type { Browser, BrowserContext, CDPSession, HTTPResponse, Page } from 'puppeteer'

/** A visitor with a browser profile of their own, and what that browser complained of. */
export interface Visitor extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /**
   * Console messages that warn, uncaught errors, reports of the content security policy, requests to other origins,
   * answers of 400 and above.
   */
  readonly complaints: string[]
  /** Opens an address of the dashboard and waits until all of it is shown. */
  open(path: string): Promise<void>
  /** Waits until the page of this title is shown with all its parts. */
  arrive(title: string): Promise<void>
  /** Does something that has the same page drawn anew, and waits until it is. */
  redraw(act: () => Promise<unknown>): Promise<void>
  /** Gives the window another size, and waits until the page is laid out for it. */
  resize(to: { readonly width: number; readonly height: number }): Promise<void>
  /** An expression of the page's own world. */
  ask<T>(expression: string): Promise<T>
  /** Texts of all elements that the selector finds, in their order. */
  texts(selector: string): Promise<string[]>
  /** Waits until it is true of the page. */
  until(expression: string): Promise<void>
  /** Has the next visitor find nothing of this one: no history, storage, permission, other tab, complaint or listener. */
  renew(options: VisitorOptions): Promise<void>
}

export interface VisitorOptions {
  /** Origin of the dashboard. */
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly scheme?: 'light' | 'dark'
}

/** Longest wait for anything; on an idle machine nothing takes a second. */
const LIMIT_MS = 60_000

const SETTLED = `!document.querySelector('#main').hidden && document.querySelector('[aria-busy], #waiting') === null`

export async function openVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { url } = options
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  page.setDefaultTimeout(LIMIT_MS)
  await look(page, options)
  const complaints: string[] = []
  listen(page, url, complaints)
  await hearViolations(page, complaints)
  const until = async (expression: string): Promise<void> => {
    await page.waitForFunction(expression)
  }
  const settled = async (also = 'true'): Promise<void> => {
    await until(`${also} && ${SETTLED}`)
    // A figure is drawn with a guess of its width, and anew when it has been laid out.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  }
  return {
    page,
    context,
    complaints,
    until,
    async open(path) {
      await page.goto(url + path)
      await settled()
    },
    arrive: (title) => settled(`document.title === ${JSON.stringify(`${title} – towline`)}`),
    async redraw(act) {
      await page.$eval('#main > *', (shown) => shown.setAttribute('data-before', ''))
      await act()
      await settled(`document.querySelector('[data-before]') === null`)
    },
    async resize(to) {
      await page.setViewport(to)
      await settled(`innerWidth === ${to.width}`)
    },
    ask: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    texts: (selector) => page.$$eval(selector, (found) => found.map((each) => each.textContent ?? '')),
    async renew(anew) {
      for (const event of HEARD) page.removeAllListeners(event)
      await page.setRequestInterception(false)
      for (const other of await context.pages()) if (other !== page) await other.close()
      await context.clearPermissionOverrides()
      await page.mouse.move(0, 0)
      if (page.url().startsWith(url)) await page.evaluate('localStorage.clear(); sessionStorage.clear()')
      await using session = await sessionOf(page)
      await session.send('Page.resetNavigationHistory')
      await look(page, anew)
      complaints.length = 0
      listen(page, url, complaints)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/** What a visitor and tests listen to. */
const HEARD = ['console', 'pageerror', 'request', 'requestfailed', 'response'] as const

/** Visitors of each browser who have left, by the origin that they visited. */
const left = new WeakMap<Browser, Map<string, Visitor[]>>()

/**
 * A visitor who may have the page of one who has left, with its process, in which the dashboard is compiled: a profile of
 * one's own has to fetch and compile it again, which is most of what opening a page costs.
 */
export async function borrowVisitor(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const ofBrowser = left.get(browser) ?? new Map<string, Visitor[]>()
  left.set(browser, ofBrowser)
  const free = ofBrowser.get(options.url) ?? []
  ofBrowser.set(options.url, free)
  const visitor = free.pop() ?? (await openVisitor(browser, options))
  await visitor.renew(options)
  return { ...visitor, [Symbol.asyncDispose]: async () => void free.push(visitor) }
}

async function look(page: Page, options: VisitorOptions): Promise<void> {
  const { width = 1_200, height = 900, scheme = 'light' } = options
  await page.setViewport({ width, height })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
}

async function sessionOf(page: Page): Promise<CDPSession & AsyncDisposable> {
  const session = await page.createCDPSession()
  return Object.assign(session, { [Symbol.asyncDispose]: () => session.detach() })
}

function listen(page: Page, url: string, complaints: string[]): void {
  page.on('console', (message) => {
    // What failed to load is reported of as an answer, with its address.
    const said = message.text()
    if (['error', 'warn'].includes(message.type()) && !said.startsWith('Failed to load resource'))
      complaints.push(`console: ${said}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${String(error)}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    // The policy allows data: for pictures; they are fetched from nowhere.
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url)
      complaints.push(`elsewhere: ${request.url()}`)
  })
  page.on('response', (response: HTTPResponse) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url().slice(url.length)}`)
  })
}

async function hearViolations(page: Page, complaints: string[]): Promise<void> {
  await page.exposeFunction('towlineViolation', (said: string) => {
    complaints.push(`policy: ${said}`)
  })
  await page.evaluateOnNewDocument(`
    document.addEventListener('securitypolicyviolation', (event) =>
      window.towlineViolation(event.violatedDirective + ' by ' + (event.sourceFile || event.blockedURI) + ' ' + event.sample))`)
}
