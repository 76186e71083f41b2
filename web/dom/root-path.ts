const { document } = globalThis as {
  readonly document?: {
    querySelector(selector: string): { getAttribute(name: string): string | null } | null
  }
}

/** Path of the dashboard on its host: empty at its root, `/some/folder` of an export below a path. */
const ROOT_PATH = document?.querySelector('meta[name="towline-root"]')?.getAttribute('content') ?? ''

/** An address of ours as the browser needs it: `/sites` is `/some/folder/sites`. Others stay as they are. */
export function fromRoot(address: string, root = ROOT_PATH): string {
  return /^\/(?!\/)/.test(address) ? root + address : address
}

/** The other way round. */
export function withoutRoot(pathname: string, root = ROOT_PATH): string {
  if (pathname === root) return '/'
  return pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : pathname
}
