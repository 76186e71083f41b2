import { h } from '../../dom/h.ts'
import { renderHtml } from '../../dom/render.ts'
import { chartWidth, harReader } from '../../har/har-reader.ts'
import { loadView } from '../../har/load-view.ts'
import type { View, ViewContext } from '../view.ts'
import { openReader } from './open-reader.ts'

/** HAR files of the visitor's own, which are read in this page and sent nowhere. */
export function har({ signal }: ViewContext): View {
  const body = h(
    'div',
    {},
    h('h1', {}, 'Read a HAR file'),
    h(
      'p',
      { class: 'lede' },
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
