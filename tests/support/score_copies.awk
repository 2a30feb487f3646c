# awk -f score_copies.awk truth.csv copies.csv: compares the groups of `sinew library find --copies` with what
# make_collection has made. Prints pairs of copies that were made, found, and right, then precision and recall.
BEGIN { FS = "," }
FILENAME == ARGV[1] {
    motion[$1] = $2
    if ($3 != "cut") ++made[$2]
    next
}
FNR > 1 {
    ++found[$12]
    ++both[$12 "," motion[$1]]
}
END {
    for (m in made) pairs += made[m] * (made[m] - 1) / 2
    for (g in found) all += found[g] * (found[g] - 1) / 2
    for (b in both) right += both[b] * (both[b] - 1) / 2
    printf "%d %d %d %.4f %.4f\n", pairs, all, right, (all ? right / all : 0), (pairs ? right / pairs : 0)
}
