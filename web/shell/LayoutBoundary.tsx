import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { texts } from './texts.ts'

type Props = { children: ReactNode }

/** A layout that cannot be loaded or drawn leaves a plain head; the pages in their tabs go on. */
export class LayoutBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(fault: Error, info: ErrorInfo) {
    console.error(fault, info.componentStack)
  }
  override render() {
    return this.state.failed ? <LayoutFailed onRetry={() => this.setState({ failed: false })} /> : this.props.children
  }
}

function LayoutFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts)
  return (
    <header className="top-bar layout-failed no-print" role="alert">
      <strong>{t('layoutError')}</strong>
      <span className="second wide-only">{t('layoutErrorText')}</span>
      <Button onClick={onRetry}>{t('refreshTab')}</Button>
    </header>
  )
}
