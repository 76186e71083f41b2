import type { SandboxDemand } from '../../crawler/process/browser-sandbox.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'
import type { ProbeOptions } from './probe-options.ts'

type SandboxOptions = Pick<RunOptions, 'allowAddress'> & Pick<ProbeOptions, 'unsafeNoSandbox'>

/** Says what the browsers of a run are to do about Chromium's own sandbox: on the user's own network pages are not hostile. */
export function sandboxDemand(options: SandboxOptions): SandboxDemand {
  return isLive(options) && options.unsafeNoSandbox !== true ? 'required' : 'preferred'
}

/**
 * Starts the browser of a live run once, so that a machine on which it may have no sandbox is known before any site is
 * visited. It says its own User-Agent then, which the campaign needs.
 * @throws CliError where it finds no sandbox, and was not allowed to go without
 */
export async function demandBrowserSandbox(
  options: SandboxOptions & Pick<ProbeOptions, 'connect'> & { readonly surveyOnly?: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (options.surveyOnly === true || options.connect !== undefined) return
  if (sandboxDemand(options) !== 'required') return
  const { findBrowser } = await import('../../crawler/probe/browser/find-browser.ts')
  const executable = findBrowser()
  if (executable === null) return
  const { askNames } = await import('../../crawler/probe/browser/running-browser.ts')
  try {
    await askNames(executable, { signal, sandbox: 'required' })
  } catch (error) {
    if (!(error instanceof Error && error.name === 'NoBrowserSandbox')) throw error
    throw new CliError(
      EXIT.unavailable,
      `${error.message}; a hostile page could do what the browser's user may: allow user namespaces (the sysctls ` +
        'user.max_user_namespaces, kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns), ' +
        'or go without by --unsafe-no-sandbox',
      { cause: error },
    )
  }
}
