import { h } from '../../dom/h.ts'
import { renderHtml } from '../../dom/render.ts'
import { chartWidth } from '../../har/file-drop.ts'
import { harReader } from '../../har/har-reader.ts'
import workerUrl from '../../har/import-worker.ts?worker&url'
import { loadView } from '../../har/load-view.ts'
import type { Reader } from '../../har/read-in-worker.ts'
import { workerReader } from '../../har/worker-reader.ts'
import type { View, ViewContext } from '../view.ts'

/** The needed part of Trusted Types (W3C), which TypeScript's own DOM does not have. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }

/** The server's policy demands that a script's address be vouched for: this vouches for one file, whatever is asked. */
const policy = trustedTypes?.createPolicy('towline-har-reader', { createScriptURL: () => workerUrl })

/** Starts a worker for one file. */
function openReader(): Reader {
  return workerReader(new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' }))
}

/** HAR files of the visitor's own, which are read in this page and sent nowhere. */
export function har({ signal }: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'Read a HAR file'),
    h(
      'p.lede',
      'A HAR is what the Network panel of a browser’s DevTools saves. It is read here, in this page: nothing of it is stored or uploaded. HARs hold cookies and passwords, so give yours to nobody you do not trust.',
    ),
    harReader({
      openReader,
      signal,
      show: (load, place) =>
        place.replaceChildren(renderHtml(loadView(load, chartWidth(place)), place.ownerDocument)),
    }),
  )
  return { title: 'Read a HAR file', body }
}
