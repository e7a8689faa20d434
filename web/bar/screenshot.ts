import { clockText } from '#web/kernel/local-item.ts'

/** How taking a picture ended. */
export type Shot = 'done' | 'refused' | 'lacking'

// Chrome proposes the tab itself; other browsers pass the hints over and ask.
const wish = {
  video: { displaySurface: 'browser' },
  audio: false,
  preferCurrentTab: true,
  selfBrowserSurface: 'include',
} as const

/** The browser's question and the menu it was opened from must be gone from the picture. */
const SETTLE_MS = 400
const settled = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

async function picture(stream: MediaStream): Promise<Blob | null> {
  const video = document.createElement('video')
  video.srcObject = stream
  video.muted = true
  await video.play()
  await settled()
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Saves a picture of what the person lets the browser see: this tab, as proposed. */
export async function takeScreenshot(name: string): Promise<Shot> {
  // absent on plain http and on phones, whatever the types say
  if (!('mediaDevices' in navigator && 'getDisplayMedia' in navigator.mediaDevices)) return 'lacking'
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getDisplayMedia(wish)
  } catch (fault) {
    return fault instanceof DOMException && fault.name === 'NotAllowedError' ? 'refused' : 'lacking'
  }
  try {
    const png = await picture(stream)
    if (!png) return 'lacking'
    const link = document.createElement('a')
    link.href = URL.createObjectURL(png)
    link.download = `${name} ${clockText(new Date()).replaceAll(':', '')}.png`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
    return 'done'
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
