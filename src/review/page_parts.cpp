#include "page_parts.h"

#include "yomi/formats/markup.h"
#include "yomi/review/page.h"
#include "yomi/review/words.h"

namespace yomi::review {

std::string suit_html(Suit suit) {
  return std::string("<u class=") + "cdhs"[index(suit)] + ">" + sign(suit) + "</u>";
}
std::string strain_html(Strain strain) {
  const auto suit = trump_suit(strain);
  return suit ? suit_html(*suit) : "NT";
}
std::string card_html(Card card) {
  return suit_html(card.suit()) + to_char(card.rank());
}
std::string call_html(Call call) {
  if (call == Call::pass()) return "pass";
  if (!call.is_bid()) return to_string(call);
  return std::to_string(call.level()) + strain_html(call.strain());
}
std::string contract_html(const Contract& contract) {
  return std::to_string(contract.level) + strain_html(contract.strain) +
         (contract.doubling == Doubling::none ? ""
          : contract.doubling == Doubling::x  ? "X"
                                              : "XX");
}

std::string prose_html(std::string_view text) {
  std::string out;
  std::size_t from = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto suit = text[i] == '!' ? parse_suit(text[i + 1]) : std::nullopt;
    if (!suit) continue;
    out += escape_markup(text.substr(from, i - from)) + suit_html(*suit);
    from = i + 2;
    ++i;
  }
  return out + escape_markup(text.substr(from));
}

std::string par_html(const dd::Par& par) {
  std::string out;
  for (const dd::ParContract& contract : par.contracts) {
    std::string seats;
    for (Seat seat : kAllSeats) {
      if (contract.declarers[seat]) seats += (seats.empty() ? "" : "/") + to_string(seat);
    }
    const auto suit = trump_suit(contract.strain);
    out += (out.empty() ? "" : ", ") + std::to_string(contract.level) +
           (suit ? std::string("!") + to_char(*suit) : "NT") + (contract.doubled ? "X" : "") + " by " + seats;
    if (contract.over != 0) out += (contract.over > 0 ? " +" : " ") + std::to_string(contract.over);
  }
  return out.empty() ? "passed out" : out;
}

static constexpr std::string_view kStyle = R"css(
:root{--ink:#1d2430;--soft:#5d6675;--line:#d9dde4;--back:#fff;--card:#f7f8fa;--green:#0b7a3e;--red:#c8102e;--blue:#1f4fa3;--orange:#c75b00}
*{box-sizing:border-box}
body{font:15px/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--ink);background:var(--back);margin:0 auto;max-width:1080px;padding:1em}
h1{font-size:1.5em;margin:.3em 0 1em}
h2{font-size:1.15em;margin:0}
h2 small{font-weight:400;color:var(--soft)}
p{margin:.35em 0}
u{text-decoration:none}
u.s{color:#14213d}u.h{color:var(--red)}u.d{color:var(--orange)}u.c{color:var(--green)}
section{margin:0 0 1.4em}
.board{border:1px solid var(--line);border-radius:10px;padding:1em;background:var(--back)}
.facts{color:var(--soft);margin-bottom:.7em}
.columns{display:flex;flex-wrap:wrap;gap:1.2em 2.2em;align-items:flex-start}
.top{display:grid;grid-template-columns:auto minmax(15em,1fr) auto}
.deal{display:grid;grid-template:"a n b" "w x e" "c s d"/minmax(6.6em,auto) minmax(6.6em,auto) minmax(6.6em,auto);gap:.3em .6em;align-items:center}
.hand{font-variant-numeric:tabular-nums;white-space:nowrap;letter-spacing:.04em;line-height:1.32}
.hand b{display:block;font-size:.78em;letter-spacing:0;color:var(--soft);font-weight:600;overflow:hidden;text-overflow:ellipsis;max-width:8em}
.hand.N{grid-area:n}.hand.E{grid-area:e}.hand.S{grid-area:s}.hand.W{grid-area:w}
.compass{grid-area:x;justify-self:center;width:5.4em;height:5.4em;border-radius:8px;background:#1f6f4a;display:grid;grid-template:"a n b" "w x e" "c s d";place-items:center;color:#fff;font-weight:600}
.compass .N{grid-area:n}.compass .E{grid-area:e}.compass .S{grid-area:s}.compass .W{grid-area:w}
.compass span{width:1.45em;height:1.45em;line-height:1.45em;text-align:center;border-radius:4px}
.compass .vul{background:var(--red)}
.compass .dealer{box-shadow:0 0 0 2px #fff}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.14em .5em;text-align:center}
th{font-weight:600;color:var(--soft);font-size:.85em}
.auction td{min-width:4em;text-align:left}.auction th{text-align:left}
.auction th.vul{color:var(--red)}
.auction i{color:var(--red);font-style:normal;font-weight:700}
.auction sup{color:var(--soft);font-size:.68em;margin-left:.1em}
.notes{font-size:.82em;color:var(--soft);margin:.4em 0;padding-left:1.5em;max-width:26em}
.notes .said{color:var(--ink)}
.result{font-size:1.02em}
.dd td,.dd th{padding:.1em .5em}
.dd td{color:var(--soft)}.dd td.makes{color:var(--ink);font-weight:600}
.leads{margin-top:.8em}
.leads td:first-child,.leads th:first-child{text-align:left}
.leads small,.aside{color:var(--soft);font-size:.82em}
.play td{text-align:left;min-width:3.4em}.play th{text-align:left}
.play .led{border-bottom:2px solid var(--line)}
.play .won{background:#e9f4ee;font-weight:600}
.play em{font-style:normal;color:#fff;background:var(--red);border-radius:4px;font-size:.72em;padding:0 .25em;margin-left:.3em}
.chart{display:block;width:100%;max-width:720px;margin:.9em 0}
.chart text{font-size:10px;fill:var(--soft)}.chart .x{text-anchor:middle}
.chart .grid{stroke:var(--line)}.chart .need{stroke:var(--green);stroke-dasharray:4 3}
.chart .line{fill:none;stroke:var(--blue);stroke-width:2}
.chart .declarer{fill:var(--red)}.chart .defence{fill:var(--orange)}
.remarks{margin:.2em 0;padding-left:1.1em;max-width:34em}
.session{overflow-x:auto}
.sortable{margin-bottom:1.2em}
.sortable th{cursor:pointer;border-bottom:2px solid var(--line);white-space:nowrap}
.sortable td{border-bottom:1px solid var(--line);white-space:nowrap}
.sortable td:first-child,.sortable th:first-child{text-align:left}
.sortable th.up::after{content:" \25B2"}.sortable th.down::after{content:" \25BC"}
a{color:var(--blue)}
@media(max-width:620px){.top{display:flex}body{padding:.6em;font-size:14px}.board{padding:.7em}.deal{grid-template-columns:auto auto auto;gap:.2em .35em;width:100%}.hand{letter-spacing:0}.compass{width:4.4em;height:4.4em}.columns>div{max-width:100%}.auction td{min-width:3.3em}th,td{padding:.14em .35em}}
@media print{@page{size:A4;margin:12mm}body{max-width:none;padding:0;font-size:8.6pt}h1{margin-top:0}.session{overflow:visible}.session,.sortable{break-inside:auto}.sortable th,.sortable td{padding:.1em .34em}tr{break-inside:avoid}.board{border:0;border-top:1px solid var(--line);border-radius:0;padding:.8em 0;margin:0;break-inside:avoid}.session+.board{break-before:page}.top{gap:1em 1.4em;grid-template-columns:auto minmax(13em,1fr) auto}.deal{grid-template-columns:repeat(3,minmax(6em,auto))}.chart{max-width:430px;margin:.4em 0}.sortable th::after{content:""!important}.won,.compass,.compass span,.play em{print-color-adjust:exact;-webkit-print-color-adjust:exact}a{color:inherit;text-decoration:none}}
.handouts{display:grid;gap:8mm}
.handouts .board{border:1px solid var(--line);margin:0;padding:5mm}
.per2 .board,.per4 .board{font-size:.95em}
.per4{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
@media print{.handouts{font-size:11pt;gap:6mm;align-content:start;padding-right:.5mm}.handouts .board{break-before:auto;border:1px solid var(--line)}.per1 .board{break-after:page;font-size:1.2em}.per2 .board{height:128mm}.per2 .board:nth-child(2n){break-after:page}.per4 .board{height:128mm;font-size:.86em}.per4 .board:nth-child(4n){break-after:page}}
)css";

std::string_view page_style() {
  return kStyle;
}

std::string_view page_script() {
  return R"js(
for(const table of document.querySelectorAll('.sortable'))for(const [i,th] of [...table.tHead.rows[0].cells].entries()){th.tabIndex=0;const sort=()=>{const down=!th.classList.contains('down');for(const other of th.parentNode.cells)other.classList.remove('up','down');th.classList.add(down?'down':'up');const value=row=>row.cells[i].textContent.replace('−','-').trim();const rows=[...table.tBodies[0].rows];rows.sort((a,b)=>{const x=value(a),y=value(b),m=parseFloat(x),n=parseFloat(y);if(x===''||y==='')return(x==='')-(y==='');const order=isNaN(m)||isNaN(n)?x.localeCompare(y):m-n;return down?-order:order});table.tBodies[0].append(...rows)};th.addEventListener('click',sort);th.addEventListener('keydown',e=>{if(e.key==='Enter')sort()})}
)js";
}

}  // namespace yomi::review
