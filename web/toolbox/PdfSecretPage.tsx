import { Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { BrowserToolDesk } from './BrowserToolDesk.tsx'
import { type BrowserBench, eachFile, type OneDone } from './browser-run.ts'
import { browserTexts } from './browser-texts.ts'
import { onceIn } from './once-in.ts'
import { type PdfRight, pdfRights, secretFault } from './pdf-secret.ts'
import type { Picked } from './picked-files.ts'
import { runPdfRework } from './run-pdf-rework.ts'

const accept = ['pdf']
type Task = 'lock' | 'unlock'

/** /aiTools/pdfSecret: PDF put under a password with AES-256, or freed of one, in the browser alone. */
export function PdfSecretPage() {
  const t = useTexts(browserTexts)
  const [task, setTask] = useState<Task>('lock')
  const [open, setOpen] = useState('')
  const [owner, setOwner] = useState('')
  const [rights, setRights] = useState<readonly PdfRight[]>(pdfRights)
  const [password, setPassword] = useState('')
  const fault = task === 'lock' ? secretFault({ open, owner, rights }) : undefined
  const work = (files: readonly Picked[], bench: BrowserBench) => {
    const names = new Set<string>()
    return eachFile(
      files,
      bench,
      { failed: t('failed'), cancelled: t('cancelled') },
      async (file, name): Promise<OneDone> => {
        const source = await file.arrayBuffer()
        const done = await runPdfRework(
          task === 'lock' ? { task, source, secret: { open, owner, rights } } : { task, source, password },
          bench.signal,
        )
        if ('why' in done) {
          const { why } = done
          if (why === 'open') return { made: [], state: 'skipped', says: [t('notLocked')] }
          return { made: [], state: 'failed', says: [t(why === 'locked' && task === 'lock' ? 'lockedFirst' : why)] }
        }
        const { bytes, signed } = done
        if (!bytes) return { made: [], state: 'failed', says: [t('failed')] }
        const added = t(task === 'lock' ? 'lockedName' : 'unlockedName')
        const given = onceIn(names, name.replace(/(\.pdf)?$/i, ` (${added}).pdf`))
        const says = [t(task === 'lock' ? 'lockedDone' : 'unlockedDone'), ...(signed ? [t('signed')] : [])]
        return { made: [{ name: given, bytes }], state: signed ? 'warned' : 'done', says }
      },
    )
  }
  return (
    <BrowserToolDesk
      code="pdfSecret"
      accept={accept}
      hint={t('secretHint')}
      missing={fault ? t(fault) : ''}
      zip={`PDF (${t(task === 'lock' ? 'lockedName' : 'unlockedName')})`}
      type="application/pdf"
      kept={{ task, rights: rights.join(',') }}
      onOptions={({ task: kept, rights: some }) => {
        setTask(kept === 'unlock' ? 'unlock' : 'lock')
        if (typeof some === 'string') setRights(pdfRights.filter((right) => some.split(',').includes(right)))
      }}
      work={work}
      options={
        <>
          <div className="tool-field">
            <span id="secret-task">{t('what')}</span>
            <Segmented
              aria-labelledby="secret-task"
              value={task}
              options={(['lock', 'unlock'] as const).map((value) => ({ value, label: t(value) }))}
              onChange={setTask}
            />
          </div>
          {task === 'lock' ? (
            <>
              <Secret
                id="open"
                label={t('openPassword')}
                hint={t('openPasswordHint')}
                value={open}
                onChange={setOpen}
              />
              <Secret
                id="owner"
                label={t('ownerPassword')}
                hint={t('ownerPasswordHint')}
                value={owner}
                onChange={setOwner}
              />
              <fieldset className="tool-field">
                <legend>{t('mayDo')}</legend>
                <Checkbox.Group
                  className="tool-choices"
                  value={[...rights]}
                  options={pdfRights.map((value) => ({ value, label: t(value) }))}
                  onChange={setRights}
                />
                <p className="third">{t('rightsHint')}</p>
              </fieldset>
            </>
          ) : (
            <Secret
              id="password"
              label={t('password')}
              hint={t('unlockHint')}
              value={password}
              onChange={setPassword}
            />
          )}
        </>
      }
    />
  )
}

type SecretProps = { id: string; label: string; hint: string; value: string; onChange: (typed: string) => void }

function Secret({ id, label, hint, value, onChange }: SecretProps) {
  return (
    <div className="tool-field tool-wide">
      <label htmlFor={`secret-${id}`}>{label}</label>
      <Input.Password
        id={`secret-${id}`}
        autoComplete="new-password"
        aria-describedby={`secret-${id}-hint`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`secret-${id}-hint`} className="third">
        {hint}
      </p>
    </div>
  )
}
