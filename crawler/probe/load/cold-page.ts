import { type Browser, type BrowserContext, type CDPSession, CDPSessionEvent, type Protocol } from 'puppeteer'
import { NETWORK_EVENTS, PAGE_EVENTS } from './record-events.ts'
import type { Visitor } from './visitor.ts'

export type EventListener = (method: string, params: object) => void

/** A blank page in a browser context of its own: no cache, no cookies, no connections, nothing known of any server. */
export interface ColdPage {
  readonly session: CDPSession
  /** Of the main frame. */
  readonly frameId: string
  /** Hears what the page's session tells, and those of its frames in other processes and of its workers. */
  listener: EventListener
  /** Closes its context, and with it the page and what the page has opened. */
  close(): Promise<void>
}

/** Opens one. Never settles where the browser hangs: bound it. */
export async function openColdPage(
  browser: Browser,
  control: CDPSession,
  visitor: Visitor,
): Promise<ColdPage> {
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'deny' } })
  const popups = watchPopups(control, context)
  try {
    const browserContextId = context.id ?? ''
    const [{ targetId }] = await Promise.all([
      control.send('Target.createTarget', { url: 'about:blank', browserContextId }),
      // All that are not named are refused.
      control.send('Browser.grantPermissions', { permissions: [], browserContextId }),
    ])
    popups.except(targetId)
    const target = await context.waitForTarget((each) => each.type() === 'page')
    const session = await target.createCDPSession()
    const page: ColdPage = {
      session,
      frameId: targetId,
      listener: () => {},
      async close() {
        popups.stop()
        await context.close()
      },
    }
    const hear: EventListener = (method, params) => page.listener(method, params)
    for (const method of PAGE_EVENTS) session.on(method, (params) => hear(method, params ?? {}))
    await Promise.all([
      ...observe(session, hear, visitor),
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
 * Hears the network events of a session, and of all that attach to it: frames in processes of their own, and workers.
 * @returns the commands under way
 */
function observe(session: CDPSession, hear: EventListener, visitor: Visitor): Promise<unknown>[] {
  for (const method of NETWORK_EVENTS) session.on(method, (params) => hear(method, params ?? {}))
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    const commands = observe(child, hear, visitor)
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
  let own: string | null = null
  const onCreated = ({ targetInfo }: Protocol.Target.TargetCreatedEvent): void => {
    const { targetId, type, browserContextId } = targetInfo
    if (browserContextId !== context.id || type !== 'page' || own === null || targetId === own) return
    control.send('Target.closeTarget', { targetId }).catch(() => {
      // It went by itself.
    })
  }
  control.on('Target.targetCreated', onCreated)
  return {
    except(targetId: string): void {
      own = targetId
    },
    stop(): void {
      control.off('Target.targetCreated', onCreated)
    },
  }
}
