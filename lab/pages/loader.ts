import type { ChildResource } from './shape/child-resource.ts'

/**
 * JavaScript that asks for these resources, and for those that fetched data name. All of them come before the load
 * event: that waits for pictures and scripts by itself, but not for `fetch()`; a frame whose document has been opened
 * and not closed holds it back, and makes no request.
 */
export function loader(children: readonly ChildResource[]): string {
  if (children.length === 0) return ''
  return `${LOADER}(${JSON.stringify(children.map(({ kind, url }) => [kind, url]))})\n`
}

const LOADER = `(list=>{
let open=0,frame
const root=document.documentElement
const hold=()=>{if(open++)return
frame=document.createElement('iframe');frame.hidden=true;root.append(frame);frame.contentDocument.open()}
const release=()=>{if(--open===0)frame.contentDocument.close()}
const ask=([kind,url])=>{
if(kind==='fetch'){hold();fetch(url).then(a=>a.json()).then(a=>a.next.forEach(ask)).finally(release);return}
const it=document.createElement(kind==='script'?'script':'img');it.src=url;root.append(it)}
list.forEach(ask)})`

/** JavaScript that keeps the main thread busy so long; empty for 0. */
export function busyLoop(computeMs: number): string {
  if (computeMs === 0) return ''
  return `{const end=performance.now()+${computeMs};while(performance.now()<end);}\n`
}
