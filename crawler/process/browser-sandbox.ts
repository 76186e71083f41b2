import { isRootsId } from './browser-user.ts'
import { groupMembers, readProcess } from './group-members.ts'

/**
 * Says what a browser is to do about Chromium's own sandbox: start only with it; without it where the machine allows none; or
 * always without it, as the user that this process runs as, for pages of our own.
 */
export type SandboxDemand = 'required' | 'preferred' | 'none'

/** Keeps a hostile page within its process, as the kernel reports of the processes that run pages (CRW-9). */
export interface BrowserSandbox {
  /** All of the below. */
  readonly on: boolean
  /** No process that runs pages is root, in this process's user namespace or the one around it. */
  readonly unprivileged: boolean
  /** Each has a seccomp filter: `Seccomp: 2` of proc_pid_status(5). */
  readonly seccompFilter: boolean
  /** None can gain rights by exec: `NoNewPrivs: 1`. */
  readonly noNewPrivileges: boolean
  /** Each is in a PID namespace below the browser's: `NSpid`. Chromium makes these along with its other namespaces. */
  readonly ownNamespaces: boolean
}

export class NoBrowserSandbox extends Error {
  override readonly name = 'NoBrowserSandbox'
}

/**
 * Chromium's words as it ends itself (no user namespaces and no setuid helper, or one that is not root's), and unshare(1) where
 * it cannot make the user namespace that Chromium is to run in.
 */
export const SAYS_NO_SANDBOX =
  /No usable sandbox|SUID sandbox helper binary was found, but is not configured correctly|^unshare: unshare failed/

/**
 * Reads the state of the sandbox from the renderers of a browser's process group.
 * @returns null where there is no renderer yet, or the system does not tell (all but Linux)
 */
export function readBrowserSandbox(group: number): BrowserSandbox | null {
  const browserDepth = namespaceDepth(readProcess(String(group), 'status'))
  const renderers = (groupMembers(group) ?? [])
    // Its arguments are one text: it was not started, but forked, and renamed.
    .filter(({ pid }) => /--type=renderer\b/.test(readProcess(pid, 'cmdline')))
    .map(({ pid }) => readProcess(pid, 'status'))
    .filter((status) => status !== '')
  if (renderers.length === 0) return null
  const facts = {
    unprivileged: renderers.every((status) => !idsOf(status).some(isRootsId)),
    seccompFilter: renderers.every((status) => /^Seccomp:\t2$/m.test(status)),
    noNewPrivileges: renderers.every((status) => /^NoNewPrivs:\t1$/m.test(status)),
    ownNamespaces: renderers.every((status) => namespaceDepth(status) > browserDepth),
  }
  return { on: Object.values(facts).every(Boolean), ...facts }
}

/** Real, effective, saved and file system user id. */
const idsOf = (status: string): number[] => (/^Uid:\t(.*)$/m.exec(status)?.[1] ?? '0').split('\t').map(Number)

/** Depth of PID namespaces, counted from ours; 0 where the process has ended. */
const namespaceDepth = (status: string): number =>
  /^NSpid:\t(.*)$/m.exec(status)?.[1]?.split('\t').length ?? 0
