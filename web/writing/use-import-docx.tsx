import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { writing, type WritingKind } from '#contract/writing.ts'
import { queries } from '#web/kernel/api.ts'
import { ask } from '#web/kernel/gateway.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { texts } from './texts.ts'

/** A document that was made of a file, and what of the file it does not have. */
export type Brought = z.output<typeof writing.import.output>

/** Makes a document of a Word file; what was refused is said. */
export function useImportDocx(kind: WritingKind) {
  const [busy, setBusy] = useState(false)
  const bring = async (file: File): Promise<Brought | undefined> => {
    const form = new FormData()
    form.set('kind', kind)
    form.set('file', file, file.name)
    setBusy(true)
    try {
      const { method, path, output } = writing.import
      const made = output.parse(await ask({ method, path, body: form }))
      await queries.invalidateQueries({ queryKey: ['writing'] })
      return made
    } catch (fault) {
      complain(fault)
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { bring, busy }
}

type ResultProps = { of: Brought | undefined; onOpen: (id: string) => void; onClose: () => void }

/** What became of an uploaded file: kept whole, or what was left out, in words. */
export function ImportResult({ of: made, onOpen, onClose }: ResultProps) {
  const t = useTexts(texts)
  if (!made) return null
  const { id, title, notes } = made
  return (
    <Modal
      open
      title={notes.length > 0 ? t('importLost', { title }) : title}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            type="primary"
            onClick={() => {
              onClose()
              onOpen(id)
            }}
          >
            {t('openNow')}
          </Button>
        </>
      }
    >
      {notes.length === 0 ? (
        <p>{t('importKept', { title })}</p>
      ) : (
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
