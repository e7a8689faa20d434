/** The words of tools that work in the browser alone, and of the way to a project's import. */
export const browserTexts = {
  working: { zh: '正在处理 {done}/{of}', en: 'Working on {done} of {of}' },
  notKept: { zh: '文件已下载到本机，不在服务器保留', en: 'Saved to this machine; the server keeps nothing' },
  saveAgain: { zh: '再次下载', en: 'Download again' },
  otherOptions: { zh: '换选项再做', en: 'Again with other options' },
  failed: { zh: '没有处理成功，文件可能已损坏或太大', en: 'It did not work; the file may be damaged or too large' },
  cancelled: { zh: '已取消，没有处理', en: 'Cancelled; nothing was done' },
  broken: { zh: '打不开，可能已损坏', en: 'Cannot be opened; it may be damaged' },
  locked: { zh: '有打开密码，请填写密码', en: 'It is under a password; please give it' },
  lockedFirst: {
    zh: '已加密，请先用“PDF 加密、解密”解除',
    en: 'It is encrypted; remove that first with “PDF: encrypt, decrypt”',
  },
  wrongPassword: { zh: '密码不对，请核对后再试', en: 'The password is wrong; please check it' },
  notLocked: { zh: '没有加密，无需解除', en: 'It is not encrypted; there is nothing to remove' },
  archive: {
    zh: '这是归档格式 PDF/A，标准不允许加密；可先用“PDF 拆分、提取”另存后再加密',
    en: 'This is PDF/A for archives, which may not be encrypted; make a plain copy with “PDF pages” first',
  },
  signed: {
    zh: '原文件有数字签名，改动后签名失效；报销和存档请保留原件',
    en: 'The original is digitally signed; the copy’s signature no longer holds, so keep the original',
  },

  compressHint: {
    zh: '只重新压缩图片，文字和表格保持原样、仍可搜索；没有变小的不生成。文件只在本机处理，不上传。',
    en: 'Only pictures are coded again; text stays text. What would not get smaller is not made. Nothing leaves this browser.',
  },
  level: { zh: '图片清晰度', en: 'Pictures' },
  clear: { zh: '清晰，适合打印（A4 约 220 dpi）', en: 'Clear, for print (A4 at about 220 dpi)' },
  balanced: { zh: '均衡，适合邮件（A4 约 150 dpi）', en: 'Balanced, for mail (A4 at about 150 dpi)' },
  small: { zh: '最小，适合看屏幕（A4 约 100 dpi）', en: 'Smallest, for screens (A4 at about 100 dpi)' },
  won: { zh: '{before} → {after}，小了 {percent}%', en: '{before} → {after}, {percent}% smaller' },
  pictures: {
    zh: '重新压缩图片 {recoded} 张，保持原样 {left} 张',
    en: '{recoded} pictures coded again, {left} left as they were',
  },
  nothingWon: {
    zh: '已经很小（{before}），没有再变小，请用原文件',
    en: 'Small already ({before}); nothing was won, use the original',
  },
  compressed: { zh: '压缩', en: 'smaller' },

  secretHint: {
    zh: '用 AES-256 加密，或用密码解除加密。密码只在本机使用，不上传、不保留，忘记后无法找回。',
    en: 'Encrypts with AES-256, or removes encryption with its password. Passwords stay in this browser and are not kept; a forgotten one is lost.',
  },
  what: { zh: '做什么', en: 'What to do' },
  lock: { zh: '加密', en: 'Encrypt' },
  unlock: { zh: '解密', en: 'Decrypt' },
  openPassword: { zh: '打开密码', en: 'Password to open' },
  openPasswordHint: {
    zh: '打开文件时要输入；留空则不用密码就能打开',
    en: 'Asked when it is opened; empty: it opens without',
  },
  ownerPassword: { zh: '权限密码', en: 'Password of the owner' },
  ownerPasswordHint: { zh: '用来解除下面的限制', en: 'Lifts the restrictions below' },
  mayDo: { zh: '打开后允许', en: 'Readers may' },
  print: { zh: '打印', en: 'Print' },
  copy: { zh: '复制文字和图片', en: 'Copy text and pictures' },
  change: { zh: '修改和增删页面', en: 'Change it and its pages' },
  annotate: { zh: '批注和填表', en: 'Comment and fill in forms' },
  rightsHint: {
    zh: '限制由阅读软件遵守；要防止别人看到内容，请设打开密码。',
    en: 'Readers’ programs honour these; to keep the content from others, set a password to open.',
  },
  noPassword: { zh: '请填写打开密码或权限密码', en: 'Please give a password' },
  ownerMissing: { zh: '限制权限需要填写权限密码', en: 'Restrictions need the password of the owner' },
  ownerSame: { zh: '权限密码不能和打开密码相同', en: 'The two passwords must differ' },
  long: { zh: '密码太长，最多 127 个字节（约 42 个汉字）', en: 'At most 127 bytes to a password' },
  password: { zh: '密码', en: 'Password' },
  unlockHint: {
    zh: '填写打开密码或权限密码。只有权限限制、不用密码就能打开的文件可以留空。请只处理您有权处理的文件。',
    en: 'Either password will do; a file that opens without may be left empty. Only for files you are entitled to change.',
  },
  lockedDone: { zh: '已用 AES-256 加密', en: 'Encrypted with AES-256' },
  unlockedDone: { zh: '已解除密码和限制', en: 'Password and restrictions removed' },
  lockedName: { zh: '已加密', en: 'encrypted' },
  unlockedName: { zh: '已解密', en: 'decrypted' },

  toPicturesHint: {
    zh: '每页一张图片，放在一个 ZIP 里；文件只在本机处理，不上传。一次最多 {most} 页。',
    en: 'A picture of every page, in one ZIP; nothing leaves this browser. At most {most} pages at a time.',
  },
  pictureKind: { zh: '图片格式', en: 'Kind' },
  png: { zh: 'PNG（清晰）', en: 'PNG (exact)' },
  jpg: { zh: 'JPG（较小）', en: 'JPG (smaller)' },
  dpi: { zh: '分辨率（dpi）', en: 'Dots to the inch' },
  drawn: { zh: '{count} 页，{dpi} dpi', en: '{count} pages at {dpi} dpi' },
  fewerDots: { zh: '有页面太大，最低按 {dpi} dpi 生成', en: 'A page is very large; drawn at {dpi} dpi at least' },
  tooManyPages: {
    zh: '共 {count} 页，超过一次 {most} 页，请先拆分',
    en: '{count} pages are more than {most}; divide it first',
  },
  pageFile: { zh: '第{page}页', en: 'page {page}' },
  picturesZip: { zh: 'PDF 图片', en: 'Pictures of PDF' },

  picturesHint: {
    zh: '一张图片一页，按列表顺序；照片按拍摄方向摆正。文件只在本机处理，不上传。',
    en: 'A page to each picture, as listed; photos stand upright. Nothing leaves this browser.',
  },
  sheet: { zh: '页面大小', en: 'Page' },
  a4: { zh: 'A4，横竖随图片', en: 'A4, upright or across as the picture' },
  own: { zh: '与图片一样大', en: 'As large as the picture' },
  edge: { zh: '页边距（毫米）', en: 'Margin (mm)' },
  pictureIn: { zh: '第 {page} 页', en: 'Page {page}' },
  pictureLarge: { zh: '图片超过 1 亿像素，请先缩小', en: 'More than 100 million pixels; make it smaller first' },
  picturesName: { zh: '图片合并', en: 'Pictures' },

  ledgerGive: {
    zh: '交来什么就放什么：科目余额表、序时账、财务报表、账套导出文件，xls、xlsx、csv 都可以',
    en: 'Give what the client sent: trial balance, journal, statements, exports of their books, as xls, xlsx or csv',
  },
  ledgerColumns: {
    zh: '按列名认出用友、金蝶、浪潮等导出的表；认不出的列由您指定一次，下次记得',
    en: 'Columns of the usual bookkeeping programs are known by their headings; you say unknown ones once, and they are remembered',
  },
  ledgerTies: {
    zh: '逐科目核对期初、发生额、期末和借贷平衡，不平的列出差额和来源行',
    en: 'Opening, movements, closing and both sides are tied out by account; differences are shown with their rows',
  },
  ledgerPapers: {
    zh: '导入后成为项目的账套版本，底稿、指标和申报表都从它取数',
    en: 'It becomes a version of the project’s books, from which papers, indicators and the return are made',
  },
  ledgerAlone: {
    zh: '账套属于项目，所以在项目里导入。只想把序时账汇总成余额表、不建项目：',
    en: 'Books belong to a project, so they are imported there. To sum a journal without a project:',
  },
  ledgerAloneTool: { zh: '序时账转科目余额表', en: 'Journal to trial balance' },
  ledgerChoose: { zh: '选择项目', en: 'Choose the project' },
  ledgerSearch: { zh: '按项目名称查找', en: 'Find a project by its name' },
  ledgerNoProjects: {
    zh: '还没有您能用的项目，请先在企业里新建项目',
    en: 'There is no project you can use yet; make one at its enterprise first',
  },
  ledgerNone: { zh: '没有这个名称的项目', en: 'No project of this name' },
  ledgerMore: {
    zh: '显示 {shown} 个，共 {total} 个，请输入名称缩小范围',
    en: '{shown} of {total}; type a name to find others',
  },
} as const
