/** Prints pictures, each on a page of its own, and nothing else of the window. */
export async function printPictures(urls: readonly string[]): Promise<void> {
  const sheets = document.createElement('div')
  sheets.className = 'view-print'
  sheets.append(
    ...urls.map((url) => {
      const image = document.createElement('img')
      image.src = url
      image.alt = ''
      return image
    }),
  )
  document.body.append(sheets)
  try {
    await Promise.all([...sheets.querySelectorAll('img')].map((image) => image.decode().catch(() => undefined)))
    document.documentElement.dataset['printsPictures'] = ''
    window.print()
  } finally {
    delete document.documentElement.dataset['printsPictures']
    sheets.remove()
  }
}
