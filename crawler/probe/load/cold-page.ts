import { type Browser, type BrowserContext, type CDPSession, CDPSessionEvent, type Protocol } from 'puppeteer'
import { type CdpListener, listenTo, NETWORK_EVENTS, PAGE_EVENTS } from './cdp-event.ts'
import type { VisitSteps } from './visit-steps.ts'
import type { Visitor } from './visitor.ts'

/** Chromium's own page that closes connections, and says so to nobody. */
const NET_INTERNALS = 'chrome://net-internals/#sockets'

/**
 * Closes all connections of a context. What the browser knows of servers stays: Alt-Svc, tickets and tokens, the cache.
 * The protocol of its developers' tools has no command for it.
 */
async function closeConnections(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  try {
    await page.goto(NET_INTERNALS)
    await page.evaluate("chrome.send('flushSocketPools')")
  } finally {
    await page.close()
  }
}

/**
 * A blank page in a browser context of its own: no cache, no cookies, no connections, nothing known of any server. That of a
 * successor knows what its predecessors have learnt.
 */
export interface ColdPage {
  readonly session: CDPSession
  readonly frameId: string
  /** Called with the events of the page's session, of its frames in other processes and of its workers. */
  listener: CdpListener
  /** Commands for the sessions of frames and workers that attach from now on, before anything runs there. */
  commands: (session: CDPSession) => Promise<unknown>[]
  close(): Promise<void>
  /**
   * Closes the page and all connections, and opens another page in the same context, which keeps what the browser has learnt
   * of servers and, unless it is cleared, the cache.
   */
  successor(steps: VisitSteps): Promise<ColdPage>
}

/** Never settles where the browser hangs: bound it. */
export async function openColdPage(
  browser: Browser,
  control: CDPSession,
  visitor: Visitor,
): Promise<ColdPage> {
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } })
  return await openPageOf(context, control, visitor)
}

async function openPageOf(context: BrowserContext, control: CDPSession, visitor: Visitor): Promise<ColdPage> {
  const popups = watchPopups(control, context)
  try {
    const browserContextId = context.id ?? ''
    const [{ targetId }] = await Promise.all([
      control.send('Target.createTarget', { url: 'about:blank', browserContextId }),
      // All that are not named are refused.
      control.send('Browser.grantPermissions', { permissions: [], browserContextId }),
    ])
    popups.except(targetId)
    const target = await context.waitForTarget(
      (each) => each.type() === 'page' && each.url() === 'about:blank',
    )
    const session = await target.createCDPSession()
    const page: ColdPage = {
      session,
      frameId: targetId,
      listener: () => {},
      commands: () => [],
      async close() {
        popups.stop()
        await context.close()
      },
      async successor({ clearsCache }) {
        if (clearsCache) await session.send('Network.clearBrowserCache')
        popups.stop()
        await closeConnections(context)
        await control.send('Target.closeTarget', { targetId })
        return await openPageOf(context, control, visitor)
      },
    }
    const forward: CdpListener = (event) => page.listener(event)
    listenTo(session, PAGE_EVENTS, forward)
    await Promise.all([
      ...observe(session, forward, visitor, (child) => page.commands(child)),
      session.send('Page.enable'),
      session.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      session.send('Inspector.enable'),
      ...visitor.page(session),
    ])
    return page
  } catch (error) {
    popups.stop()
    await context.close().catch(() => {
      // The browser is going; what went wrong first is what counts.
    })
    throw error
  }
}

/**
 * Forwards the network events of a session, and of all that attach to it: frames in processes of their own, and workers.
 * @returns the commands under way
 */
function observe(
  session: CDPSession,
  listener: CdpListener,
  visitor: Visitor,
  attachedCommands: ColdPage['commands'],
): Promise<unknown>[] {
  listenTo(session, NETWORK_EVENTS, listener)
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    const commands = [...observe(child, listener, visitor, attachedCommands), ...attachedCommands(child)]
    // Some are not known to workers, and a frame may be gone before it is observed: none of that is to stop the page.
    void Promise.allSettled([...commands, child.send('Runtime.runIfWaitingForDebugger')])
  })
  return [
    // Bodies are not read, so they need not be kept.
    session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }),
    session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
    ...visitor.everywhere(session),
  ]
}

/** Closes every page of the context but ours, once that is named. `control` must discover targets. */
function watchPopups(control: CDPSession, context: BrowserContext) {
  let ourTargetId: string | null = null
  const onCreated = ({ targetInfo }: Protocol.Target.TargetCreatedEvent): void => {
    const { targetId, type, browserContextId } = targetInfo
    if (
      browserContextId !== context.id ||
      type !== 'page' ||
      ourTargetId === null ||
      targetId === ourTargetId
    )
      return
    control.send('Target.closeTarget', { targetId }).catch(() => {
      // It went by itself.
    })
  }
  control.on('Target.targetCreated', onCreated)
  return {
    except(targetId: string): void {
      ourTargetId = targetId
    },
    stop(): void {
      control.off('Target.targetCreated', onCreated)
    },
  }
}
