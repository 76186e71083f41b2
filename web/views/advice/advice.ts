import { adviceOrigin, adviceView } from '../../advice/advice-view.ts'
import { readAdvice } from '../../advice/read-advice.ts'
import { h } from '../../dom/h.ts'
import { renderHtml } from '../../dom/render.ts'
import { chartWidth, fileDrop } from '../../har/file-drop.ts'
import type { View, ViewContext } from '../view.ts'

/** An advice of the visitor's own, which is read in this page and sent nowhere. */
export function advice({ signal }: ViewContext): View {
  const body = h(
    'div',
    h('h1', 'Read an advice'),
    h(
      'p.lede',
      'towline advise writes what HTTP/2 and HTTP/3 would gain a page as JSON. It is shown here as in its report: the file is read in this page, and nothing of it is stored or uploaded.',
    ),
    fileDrop({
      heading: 'Drop an advice here',
      choose: 'choose its file',
      kinds: 'advice.json, up to 10 MB',
      accept: '.json,application/json',
      multiple: false,
      signal,
      async read([file], place) {
        if (file === undefined) return null
        const read = await readAdvice(file)
        if ('refused' in read) return { found: '', refused: [read.refused] }
        return {
          found: adviceOrigin(read.advice),
          refused: [],
          show: () => {
            const view = adviceView(read.advice, { width: chartWidth(place), answerTag: 'h2' })
            place.replaceChildren(renderHtml(view, place.ownerDocument))
          },
        }
      },
    }),
  )
  return { title: 'Read an advice', body }
}
