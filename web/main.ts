import './styles/theme.css'
import './styles/page.css'
import './styles/chart.css'
import type { Meta } from '../server/contract/contract.ts'
import type { CitedView } from './citation/citation.ts'
import { attachCiteBox } from './citation/cite-box.ts'
import type { Source } from './citation/source.ts'
import { type Choices, type Route, routeOf, withChoices } from './client/address.ts'
import { ApiError, createApi } from './client/api.ts'
import { withCarriedChoices } from './client/carried-choices.ts'
import { part } from './client/part.ts'
import { rememberScroll, restoreScroll, saveScroll } from './client/scroll-memory.ts'
import { storedScroll } from './client/stored-scroll.ts'
import { h } from './dom/h.ts'
import { renderHtml } from './dom/render.ts'
import { withoutRoot } from './dom/root-path.ts'
import { attachLinkToView } from './link-to-view.ts'
import { attachThemeSwitch } from './theme-switch.ts'
import type { View, ViewContext } from './views/view.ts'

/** Says how long a page's parts may take before the page is shown without them, so that quick ones never flicker. */
const SETTLE_MS = 150

const main = part(document, 'main')
const announcer = part(document, '#announcer')
let meta = loadMeta()
let shown = new AbortController()
let known = new Map<string, unknown>()
let shownPath: string | null = null
let pinned: Choices = {}
let sources = new Map<string, Source>()
let cited: () => CitedView | null = () => null

attachThemeSwitch(part(document, '#theme'), document)
document.addEventListener('click', followLink)
attachLinkToView(document, window.navigator, permalink)
const citeBox = attachCiteBox(document, window.navigator, () => cited())
rememberScroll(window)
window.addEventListener('popstate', ({ state }) => void show(storedScroll(state)))
void show(storedScroll(window.history.state))

type ViewMaker = (context: ViewContext) => View

/** Each page is a file of its own that comes when it is asked for. */
async function viewMaker(route: Route): Promise<ViewMaker> {
  switch (route.view) {
    case 'overview':
      return (await import('./views/overview/overview.ts')).overview
    case 'sites':
      return (await import('./views/sites/sites.ts')).sites
    case 'site': {
      const { site } = await import('./views/site/site.ts')
      return (context) => site(context, route.domain)
    }
    case 'pages':
      return (await import('./views/pages/pages.ts')).pages
    case 'lab':
      return (await import('./views/lab/lab.ts')).lab
    case 'papers':
      return (await import('./views/papers/papers.ts')).papers
    case 'replay':
      return (await import('./views/replay/replay.ts')).replay
    case 'load':
      return (await import('./views/load/load.ts')).load
    case 'field':
      return (await import('./views/field/field.ts')).field
    case 'fieldSite': {
      const { fieldSite } = await import('./views/field/field-site.ts')
      return (context) => fieldSite(context, route.domain)
    }
    case 'har':
      return (await import('./views/har/har.ts')).har
    case 'advice':
      return (await import('./views/advice/advice.ts')).advice
    case 'method':
      return (await import('./views/method.ts')).methodPage
    case 'unknown':
      return (await import('./views/unknown.ts')).unknownPage
  }
}

/** `scrollY`: where the page was when it was left, null for a page that begins at its top or stays where it is. */
async function show(scrollY: number | null = null): Promise<void> {
  shown.abort()
  shown = new AbortController()
  const { signal } = shown
  const { search, hash } = window.location
  const pathname = withoutRoot(window.location.pathname)
  const samePage = pathname === shownPath
  if (!samePage) known = new Map()
  pinned = {}
  sources = new Map()
  const loads: Promise<unknown>[] = []
  try {
    const [make, data] = await Promise.all([viewMaker(routeOf(pathname)), meta])
    // Not known yet: the next page asks again.
    if (data === null) meta = loadMeta()
    if (signal.aborted) return
    const view = make({
      pathname,
      query: new URLSearchParams(search),
      api: createApi(known, signal),
      meta: data,
      signal,
      pending: (load) => loads.push(load),
      pin: (choices) => {
        pinned = { ...pinned, ...choices }
      },
      cite: (source) => {
        // A part of the page before may still be loading.
        if (signal.aborted) return
        pinned = { ...pinned, ...source.choices }
        sources.set(source.name, source)
        citeBox.refresh()
      },
      permalink,
      link: (choices) => withChoices({ pathname, search: window.location.search }, choices),
      go,
    })
    const body = renderHtml(view.body, document)
    const whole = allOf(loads)
    await Promise.race([whole, new Promise((done) => setTimeout(done, SETTLE_MS))])
    if (signal.aborted) return
    showNotice(data)
    showLicense(data)
    showRareLinks(data)
    cited = () => citedView(view, data)
    citeBox.refresh()
    const focusAgain = put(body, samePage)
    // The element with the focus may be in a part that is yet to come; who has gone elsewhere meanwhile stays there.
    if (focusAgain !== null && !focusAgain()) {
      void whole.then(() => {
        if (!signal.aborted && document.activeElement === document.body) focusAgain()
      })
    }
    document.title = `${view.title} – towline`
    if (!samePage) {
      announcer.textContent = view.title
      if (shownPath !== null && hash === '') main.focus({ preventScroll: true })
    }
    shownPath = pathname
    markPlace(pathname)
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
    else if (scrollY !== null) restoreScroll(window, main, { scrollY, whole, signal })
    else if (!samePage) window.scrollTo(0, 0)
  } catch (error) {
    if (!signal.aborted) put(failure(error), false)
  }
}

/** Waits for the loads that parts within parts add when they are shown, too. */
async function allOf(loads: readonly Promise<unknown>[]): Promise<void> {
  for (let waited = 0; waited < loads.length; ) {
    waited = loads.length
    await Promise.all(loads)
  }
}

/**
 * Puts a page in place of the one before. Where it is the same page it stays where it was scrolled to, and what had the
 * focus can be given it back: the function says whether it is there. Null where nothing had it.
 */
function put(body: HTMLElement, samePage: boolean): (() => boolean) | null {
  const focused = document.activeElement
  const { id } = focused ?? { id: '' }
  const caret = focused instanceof HTMLInputElement ? focused.selectionStart : null
  const { scrollY } = window
  main.replaceChildren(body)
  // Placeholders are not moved but taken away: to a visitor nothing jumps.
  document.querySelector('#waiting')?.remove()
  main.hidden = false
  part(document, '.foot').hidden = false
  if (!samePage) return null
  window.scrollTo(0, scrollY)
  if (id === '') return null
  return () => {
    const again = document.getElementById(id)
    again?.focus({ preventScroll: true })
    if (again instanceof HTMLInputElement && caret !== null) {
      // Restores what was typed since this page was asked for.
      if (focused instanceof HTMLInputElement) again.value = focused.value
      again.setSelectionRange(caret, caret)
    }
    return again !== null
  }
}

function failure(error: unknown): HTMLElement {
  return renderHtml(
    h(
      'div',
      { class: 'failure', role: 'alert' },
      h(
        'p',
        h('strong', 'This page could not be shown. '),
        error instanceof Error ? error.message : String(error),
      ),
      h('button', { type: 'button', onclick: () => void show() }, 'Try again'),
    ),
    document,
  )
}

function go(choices: Choices, replace = false): void {
  const address = withChoices(window.location, choices)
  saveScroll(window)
  if (replace) window.history.replaceState(null, '', address)
  else window.history.pushState(null, '', address)
  void show()
}

/** Links to pages of ours are followed without loading the document again. */
function followLink(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target !== '' || link.origin !== window.location.origin) return
  if (link.dataset.native !== undefined || withoutRoot(link.pathname).startsWith('/api')) return
  if (link.hash !== '' && link.pathname === window.location.pathname) return
  event.preventDefault()
  saveScroll(window)
  window.history.pushState(null, '', withCarriedChoices(link.href, window.location.search))
  void show()
}

function markPlace(pathname: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav.pages a')) {
    const place = withoutRoot(link.pathname)
    const here = place === '/' ? pathname === '/' : pathname.startsWith(place)
    if (here) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  scrollToPlace()
}

/** The list of pages is one line on a phone that is wider than the screen. */
function scrollToPlace(): void {
  const list = part(document, 'nav.pages')
  const link = list.querySelector<HTMLAnchorElement>('[aria-current]')
  if (link !== null) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2
}

/** Returns null where the server cannot say what its data is: pages that need to know say so. */
async function loadMeta(): Promise<Meta | null> {
  try {
    return await createApi(new Map(), new AbortController().signal).get('meta', '/meta')
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** The address of what is shown, with the survey, campaign and the like that it leaves open. */
function permalink(anchor?: string): string {
  const { origin, hash, search } = window.location
  const chosen = new URLSearchParams(search)
  const missing = Object.entries(pinned).filter(([name]) => !chosen.has(name))
  const address = withChoices(window.location, Object.fromEntries(missing))
  return origin + address + (anchor === undefined ? hash : `#${anchor}`)
}

/** Returns null where the page shows no data. */
function citedView({ title, subject }: View, data: Meta | null): CitedView | null {
  if (subject === undefined || data === null || sources.size === 0) return null
  const accessedDay = new Date().toISOString().slice(0, 10)
  // Sources stand in one order, whichever came first.
  const shownSources = [...sources.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { title, subject, sources: shownSources, meta: data, href: permalink(), accessedDay }
}

function showLicense(data: Meta | null): void {
  const line = part(document, '#data-license')
  line.hidden = data === null
  if (data === null) return
  const { license } = data
  line.replaceChildren(
    ...(license === null
      ? ['No licence is granted for the data.']
      : [
          'Licence of the data: ',
          renderHtml(h('a', { href: license.url, rel: 'license' }, license.name), document),
          ` (${license.id}).`,
        ]),
  )
}

/** Most databases have no replays and no load runs, most servers take no checks: they have no such pages in the list. */
function showRareLinks(data: Meta | null): void {
  const pathname = withoutRoot(window.location.pathname)
  const { replays = 0, loadRuns = 0 } = data?.counts ?? {}
  part(document, '#replay-link').hidden = replays === 0 && !pathname.startsWith('/replay')
  part(document, '#load-link').hidden = loadRuns === 0 && !pathname.startsWith('/load')
  part(document, '#checks-link').hidden = data?.checksPerDay == null
  scrollToPlace()
}

/** Says on every page where its data is not from the internet. Together with the page, so that nothing moves. */
function showNotice(data: Meta | null): void {
  const banner = part(document, '#notice')
  const notice = data?.notice ?? null
  banner.hidden = notice === null
  banner.textContent = notice
}
