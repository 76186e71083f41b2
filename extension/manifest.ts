import type { Target } from './capture/target.ts'

const NAME = 'towline: HTTP/1.1, HTTP/2 or HTTP/3?'
const DESCRIPTION =
  'Shows which HTTP version a page was loaded by and how long each part took. Loads of sites under study can be contributed, if you wish.'

/** Sizes of icons, px. */
const ICONS = [16, 32, 48, 128] as const

/** Scripts and styles of the package alone; the network only for the collecting server, https or this machine. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Icons by size. */
const icons = Object.fromEntries(ICONS.map((size) => [size, `icons/${size}.png`]))

/**
 * The manifest of a package (Manifest V3). What is not here is missing on purpose: no host permission (safety.md EXT-1,
 * EXT-14), no page of the web may talk to the extension or see its files (EXT-10), nothing runs in private windows (EXT-5).
 */
export function manifest(target: Target, version: string): Record<string, unknown> {
  return {
    manifest_version: 3,
    name: NAME,
    short_name: 'towline',
    version,
    description: DESCRIPTION,
    icons,
    action: {
      default_title: 'How was this page loaded?',
      default_popup: 'popup/popup.html',
      default_icon: icons,
    },
    options_ui: { page: 'options/options.html', open_in_tab: true },
    devtools_page: 'devtools/devtools.html',
    permissions: ['activeTab', 'scripting', 'storage', 'alarms'],
    optional_host_permissions: ['https://*/*'],
    incognito: 'not_allowed',
    content_security_policy: { extension_pages: POLICY },
    ...OF_TARGET[target],
  }
}

const OF_TARGET: Readonly<Record<Target, Record<string, unknown>>> = {
  chromium: {
    background: { service_worker: 'worker.js', type: 'module' },
    // light-dark(), which the pages' colours use, came with 123.
    minimum_chrome_version: '126',
  },
  firefox: {
    background: { scripts: ['worker.js'], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: 'towline@towline.invalid',
        // The first with data_collection_permissions.
        strict_min_version: '140.0',
        // Nothing is collected until somebody contributes, and then Firefox itself asks (safety.md EXT-13).
        data_collection_permissions: {
          required: ['none'],
          optional: ['browsingActivity', 'technicalAndInteraction'],
        },
      },
    },
  },
}
