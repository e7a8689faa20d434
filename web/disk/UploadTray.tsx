import { CloseOutlined, DownOutlined, PauseOutlined, CaretRightOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Progress, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { useConfirm } from '#web/kit/ConfirmDanger.ts'
import { sizeText } from '../ledger/size-text.ts'
import { LostFiles } from './LostFiles.tsx'
import { dropUpload, pauseUpload, resumeUpload } from './upload-queue.ts'
import { allUploads, type DiskUpload, fileOf, forgetUpload, isOver, isUnderWay, useUploadTick } from './upload-store.ts'
import { pace, type Sample, sumsOf, trayLines, withSample } from './upload-sums.ts'
import { uploadTexts as texts } from './upload-texts.ts'
import './panes.css'

/** Lines drawn of thousands. */
const MOST_LINES = 100

/** Files on their way into the disk, on every page and after a reload, until they have arrived and were taken note of. */
export function UploadTray() {
  const t = useTexts(texts)
  const open = useUploadTick((state) => state.open)
  useUploadTick((state) => state.tick)
  const uploads = allUploads()
  const sums = sumsOf(uploads)
  const going = usePace(sums)
  const confirm = useConfirm()
  useLeaveWarning(sums.underWay > 0)
  if (uploads.length === 0) return null
  const turn = () => useUploadTick.setState({ open: !open })
  const clear = () => uploads.filter(isOver).forEach(({ id }) => forgetUpload(id))
  const dropAll = async () => {
    const rest = uploads.filter((one) => !isOver(one))
    if (rest.length > 0 && !(await confirm({ says: t('dropAllSure', { count: rest.length }), ok: t('dropAll') })))
      return
    for (const { id } of uploads) dropUpload(id)
  }
  const paused = uploads.filter(({ id, state }) => state === 'paused' && fileOf(id))
  const failed = uploads.filter(({ id, state }) => state === 'failed' && fileOf(id))
  return (
    <aside className="disk-tray no-print" aria-label={t('uploads')} data-open={open || undefined}>
      <div className="disk-tray-head">
        <h2>{t(sums.underWay > 0 ? 'uploading' : 'uploads')}</h2>
        <span className="second number">{`${sums.done}/${sums.count}`}</span>
        {sums.waits > 0 && <span className="disk-tray-waits">{t('needYou', { count: sums.waits })}</span>}
        <span className="disk-tray-gap" />
        <Button
          size="small"
          type="text"
          icon={open ? <DownOutlined /> : <UpOutlined />}
          aria-label={t(open ? 'foldTray' : 'openTray')}
          aria-expanded={open}
          onClick={turn}
        />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('closeTray')}
          onClick={() => void dropAll()}
        />
      </div>
      <Progress
        aria-label={t('allProgress')}
        percent={sums.bytes === 0 ? 100 : Math.floor((sums.sent / sums.bytes) * 100)}
        size="small"
        showInfo={false}
      />
      <p className="third number">
        {`${sizeText(sums.sent)} / ${sizeText(sums.bytes)}`}
        {sums.underWay > 0 &&
          going &&
          ` · ${sizeText(going.speed)}/s · ${t('left', { time: timeText(going.seconds) })}`}
      </p>
      {open && (
        <>
          <div className="disk-tray-deeds">
            {sums.underWay > 0 && (
              <Button size="small" onClick={() => uploads.filter(isUnderWay).forEach(({ id }) => pauseUpload(id))}>
                {t('pauseAll')}
              </Button>
            )}
            {paused.length > 0 && (
              <Button size="small" onClick={() => paused.forEach(({ id }) => resumeUpload(id))}>
                {t('resumeAll')}
              </Button>
            )}
            {failed.length > 0 && (
              <Button size="small" onClick={() => failed.forEach(({ id }) => resumeUpload(id))}>
                {t('retryAll')}
              </Button>
            )}
            <LostFiles uploads={uploads.filter(({ state }) => state === 'lost')} />
            <TakenNames uploads={uploads.filter(({ state }) => state === 'taken')} />
            {sums.done > 0 && (
              <Button size="small" type="text" onClick={clear}>
                {t('clearDone')}
              </Button>
            )}
          </div>
          <ul>
            {trayLines(uploads, MOST_LINES).map((upload) => (
              <UploadLine key={upload.id} upload={upload} />
            ))}
          </ul>
          {uploads.length > MOST_LINES && <p className="third">{t('more', { count: uploads.length - MOST_LINES })}</p>}
        </>
      )}
    </aside>
  )
}

const timeText = (seconds: number) =>
  seconds < 3600
    ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    : `${Math.floor(seconds / 3600)}:${String(Math.floor((seconds % 3600) / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`

/** How fast it goes, measured while it goes. */
function usePace({ bytes, sent, underWay }: { bytes: number; sent: number; underWay: number }) {
  const samples = useRef<Sample[]>([])
  const [now, setNow] = useState<ReturnType<typeof pace>>()
  useEffect(() => {
    samples.current = underWay > 0 ? withSample(samples.current, { at: Date.now(), sent }) : []
    setNow(pace(samples.current, bytes - sent))
  }, [bytes, sent, underWay])
  return now
}

/** Closing the window while files are on their way asks first. */
function useLeaveWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [busy])
}

/** Names that were taken meanwhile: one choice for all of them. */
function TakenNames({ uploads }: { uploads: DiskUpload[] }) {
  const t = useTexts(texts)
  if (uploads.length < 2) return null
  return (
    <Select
      size="small"
      aria-label={t('takenAll', { count: uploads.length })}
      placeholder={t('takenAll', { count: uploads.length })}
      value={null}
      onChange={(choice: 'rename' | 'version' | 'skip') => uploads.forEach(({ id }) => resumeUpload(id, choice))}
      options={(['rename', 'version', 'skip'] as const).map((value) => ({ value, label: t(`taken_${value}`) }))}
    />
  )
}

function UploadLine({ upload }: { upload: DiskUpload }) {
  const t = useTexts(texts)
  const { id, name, relPath, folderName, size, sent, state, error } = upload
  const place = [folderName, relPath].filter(Boolean).join('/')
  const moves = state === 'sending' || state === 'hashing' || (state === 'paused' && sent > 0)
  const percent = size === 0 ? 0 : Math.floor((sent / size) * 100)
  return (
    <li data-state={state}>
      <div className="disk-tray-line">
        <span className="disk-tray-name" title={`${place}/${name}`}>
          {name}
        </span>
        {isUnderWay(upload) && (
          <Button
            size="small"
            type="text"
            icon={<PauseOutlined />}
            aria-label={t('pause', { name })}
            onClick={() => pauseUpload(id)}
          />
        )}
        {(state === 'paused' || (state === 'failed' && fileOf(id))) && (
          <Button
            size="small"
            type="text"
            icon={<CaretRightOutlined />}
            aria-label={t(state === 'paused' ? 'resume' : 'retry', { name })}
            onClick={() => resumeUpload(id)}
          />
        )}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('remove', { name })}
          onClick={() => (isOver(upload) ? forgetUpload(id) : dropUpload(id))}
        />
      </div>
      {moves && <Progress aria-label={name} percent={percent} size="small" showInfo={false} />}
      <p className="third" data-bad={state === 'failed' || undefined}>
        <span>
          {state === 'failed'
            ? error || t('failed')
            : t(upload.instant && state === 'done' ? 'instant' : `state_${state}`)}
        </span>
        {moves && <span className="number">{` ${percent}% · ${sizeText(size)}`}</span>}
        {!moves && place && <span>{` · ${place}`}</span>}
      </p>
      {state === 'taken' && (
        <div className="disk-tray-deeds">
          {(['rename', 'version', 'skip'] as const).map((choice) => (
            <Button key={choice} size="small" onClick={() => resumeUpload(id, choice)}>
              {t(`taken_${choice}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
